// After a recovery, and at any time, the user keeps or ends each thing that can act for the account.
import type { FastifyRequest } from 'fastify'
import { textsIn } from '#language/server.ts'
import { type AccessOwner, nameAccess, reviewKinds } from '#server/access/review-kinds.ts'
import { byUser } from '#server/access/security-log/security-log.ts'
import { type NewSecurityEvent, recordSecurityEvent } from '#server/access/security-log/store.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { lockSessionUser } from '../account.ts'
import type { AccountServices } from '../account-services.ts'
import { accessReviewedMail } from '../mail/messages.ts'
import { deleteRecoveryCodes, hasSecondFactor } from '../second-factor/store.ts'
import { deleteSessions, endReview, findUser } from '../store.ts'
import { kindNames, listItems, type ReviewItem } from './items.ts'

export type Choice = 'keep' | 'end'

export async function listAccess(accounts: AccountServices, userId: string): Promise<ReviewItem[]> {
  const user = await findUser(accounts.db.sql, userId)
  return user ? listItems(accounts, accounts.db.sql, user) : []
}

export interface Review {
  readonly ended: readonly ReviewItem[]
  readonly kept: readonly ReviewItem[]
  /** Items that the page did not show, because they came about since: the review is not over. */
  readonly undecided: readonly ReviewItem[]
}

/** In one transaction. While the review is due, nothing of it is left undecided. */
export async function decideReview(
  accounts: AccountServices,
  request: FastifyRequest,
  choices: ReadonlyMap<string, Choice>,
): Promise<Review> {
  const { access, config, db, mail, now } = accounts
  const { session } = request
  const record = (sql: Sql, event: Pick<NewSecurityEvent, 'kind' | 'subject'>) =>
    recordSecurityEvent(sql, now(), { ...byUser(request), userId: session.userId, ...event })
  await endMost(accounts, session.userId, choices)
  return db.transaction(async (sql) => {
    const user = await lockSessionUser(sql, session)
    const items = await listItems(accounts, sql, user)
    const ended = items.filter(({ key }) => choices.get(key) === 'end')
    for (const { kind, id, name: subject } of ended) {
      await access[kind].end(sql, user.id, id)
      await record(sql, { kind: reviewKinds[kind].event, subject })
    }
    const kept = items.filter(({ key }) => choices.get(key) === 'keep')
    for (const { kind, id, isSuspended } of kept)
      if (isSuspended) await access[kind].restore?.(sql, user.id, id)
    // A pairing may have become a device meanwhile: listed after the end of what was chosen.
    const undecided = (await listItems(accounts, sql, user)).filter(({ key }) => !choices.has(key))
    if (undecided.length === 0) await finishReview(sql, user.id)
    if (ended.length > 0 || user.review_due_at !== null) await deleteSessions(sql, user.id, session.id)
    if (ended.length > 0) {
      const names = ended.map((item) => nameAccess(textsIn(user.language ?? 'en'), item))
      await mail.send(sql, accessReviewedMail(user, config.baseUrl, names))
    }
    const subject = `ended ${ended.length}, kept ${kept.length}`
    await record(sql, { kind: 'access_reviewed', subject })
    return { ended, kept, undecided }
  })
}

/** Kinds that may have thousands are ended in small steps first. */
async function endMost(
  { access, db }: AccountServices,
  userId: string,
  choices: ReadonlyMap<string, Choice>,
): Promise<void> {
  for (const kind of kindNames) {
    const owner: AccessOwner = access[kind]
    if (!owner.endMost) continue
    const items = await owner.list(db.sql, userId)
    const ids = items.map(({ id }) => id).filter((id) => choices.get(`${kind}:${id}`) === 'end')
    if (ids.length > 0) await owner.endMost(userId, ids)
  }
}

async function finishReview(sql: Sql, userId: string): Promise<void> {
  // Recovery codes are there in place of a factor: without any they would be a second password.
  if (!(await hasSecondFactor(sql, userId))) await deleteRecoveryCodes(sql, userId)
  await endReview(sql, userId)
}

/** There is nothing to decide about. */
export async function skipReview({ db }: AccountServices, userId: string): Promise<void> {
  await endReview(db.sql, userId)
}
