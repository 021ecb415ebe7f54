// After a recovery the user decides about everything that can act for the account without being signed in.
import type { FastifyRequest } from 'fastify'
import { describeRequest } from '#server/access/security-log/security-log.ts'
import { recordSecurityEvent } from '#server/access/security-log/store.ts'
import type { AccessGroup, AccountServices } from '../account-services.ts'
import { restoreFactors } from '../second-factor/suspension.ts'
import { deleteSessions, endReview, lockUser } from '../store.ts'

/** Without the groups that are empty. */
export async function listAccess({ parts }: AccountServices, userId: string): Promise<AccessGroup[]> {
  const groups: AccessGroup[] = []
  for (const part of parts) groups.push(...((await part.listAccess?.(userId)) ?? []))
  return groups.filter(({ items }) => items.length > 0)
}

export type ReviewDecision = 'end' | 'keep'

export async function decideReview(
  accounts: AccountServices,
  request: FastifyRequest,
  decision: ReviewDecision,
): Promise<void> {
  const { db, now } = accounts
  const { id, userId } = request.session
  await db.transaction(async (sql) => {
    await lockUser(sql, userId)
    if (decision === 'end') {
      for (const part of accounts.parts) await part.endAccess?.(sql, userId)
      await deleteSessions(sql, userId, id)
    } else await restoreFactors(sql, userId)
    await endReview(sql, userId)
    const subject = decision === 'end' ? 'ended everything' : 'kept everything'
    const event = { userId, kind: 'access_reviewed', actor: 'user', subject } as const
    await recordSecurityEvent(sql, now(), { ...event, ...describeRequest(request) })
  })
}

/** There is nothing to decide about. */
export async function skipReview({ db }: AccountServices, userId: string): Promise<void> {
  await endReview(db.sql, userId)
}
