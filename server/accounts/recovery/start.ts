// The beginning of every recovery: a reset of the password, and an account that is taken back.
import type { FastifyRequest } from 'fastify'
import { describeRequest } from '#server/access/security-log/security-log.ts'
import { recordSecurityEvent } from '#server/access/security-log/store.ts'
import { YOUNG_MS } from '#server/access/suspension.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { AccountServices } from '../account-services.ts'
import { endPendingLinks } from '../one-time.ts'
import { suspendFactors } from '../second-factor/suspension.ts'
import { deleteSessions, setReviewDue } from '../store.ts'
import { listItems } from './items.ts'

/**
 * In a transaction that has locked the user. Ends sessions, sign-ins that wait and pending links, and makes the review due.
 * Whatever is young is suspended with it: factors here, the rest where it is looked up (`access/suspension.ts`). `sinceMs`: when somebody else is known to have been in the account, if before now.
 */
export async function startRecovery(
  accounts: AccountServices,
  sql: Sql,
  request: FastifyRequest,
  userId: string,
  sinceMs = accounts.now(),
): Promise<void> {
  const nowMs = accounts.now()
  const record = (kind: 'access_suspended' | 'second_factor_suspended', subject: string) =>
    recordSecurityEvent(sql, nowMs, { userId, kind, actor: 'service', subject, ...describeRequest(request) })
  const dueAt = await setReviewDue(sql, userId, sinceMs)
  await deleteSessions(sql, userId)
  await endPendingLinks(sql, userId)
  // Listed before: factors say themselves whether they are suspended.
  const items = await listItems(accounts, sql, { id: userId, review_due_at: dueAt })
  const factors = await suspendFactors(sql, nowMs, userId, dueAt - YOUNG_MS)
  for (const subject of factors) await record('second_factor_suspended', subject)
  for (const { name, isSuspended } of items) if (isSuspended) await record('access_suspended', name)
}
