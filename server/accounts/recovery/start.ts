// The beginning of every recovery: a reset of the password, and an account that is taken back.
import type { FastifyRequest } from 'fastify'
import { describeRequest } from '#server/access/security-log/security-log.ts'
import { recordSecurityEvent } from '#server/access/security-log/store.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_MS } from '#server/platform/time.ts'
import { endPendingLinks } from '../mail/links.ts'
import { suspendFactors } from '../second-factor/suspension.ts'
import { deleteSessions, setReviewDue } from '../store.ts'

/**
 * Factors made so shortly before may be a thief's. Older ones are still asked for, so a stolen mailbox does not
 * undo them.
 */
export const YOUNG_MS = 7 * DAY_MS

/**
 * In a transaction that has locked the user. Ends sessions, sign-ins that wait and pending links, suspends young factors,
 * and makes the review due. `sinceMs`: when somebody else is known to have been in the account, if before now.
 */
export async function startRecovery(
  { now }: Pick<Services, 'now'>,
  sql: Sql,
  request: FastifyRequest,
  userId: string,
  sinceMs = now(),
): Promise<void> {
  const dueAt = await setReviewDue(sql, userId, sinceMs)
  await deleteSessions(sql, userId)
  await endPendingLinks(sql, userId)
  for (const subject of await suspendFactors(sql, now(), userId, dueAt - YOUNG_MS)) {
    const event = { userId, kind: 'second_factor_suspended', actor: 'service', subject } as const
    await recordSecurityEvent(sql, now(), { ...event, ...describeRequest(request) })
  }
}
