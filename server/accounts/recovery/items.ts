// Everything that can act for an account, as the review after a recovery lists it.
import { type AccessItem, reviewKinds, type ReviewKindName } from '#server/access/review-kinds.ts'
import { YOUNG_MS } from '#server/access/suspension.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { AccountServices } from '../account-services.ts'
import type { User } from '../store.ts'

export interface ReviewItem extends AccessItem {
  readonly kind: ReviewKindName
  /** Among all items: the name of its choice in the form. */
  readonly key: string
  /** Made so shortly before the recovery, or since, that it may be somebody else's: ended unless the user keeps it. */
  readonly isYoung: boolean
}

export const kindNames = Object.keys(reviewKinds) as ReviewKindName[]

export async function listItems(
  { access }: Pick<AccountServices, 'access'>,
  sql: Sql,
  { id: userId, review_due_at: dueAt }: Pick<User, 'id' | 'review_due_at'>,
): Promise<ReviewItem[]> {
  const items: ReviewItem[] = []
  for (const kind of kindNames) {
    for (const item of await access[kind].list(sql, userId)) {
      const isYoung = dueAt !== null && item.madeAt > dueAt - YOUNG_MS
      const isSuspended = item.isSuspended ?? (isYoung && !('isSeenByOthers' in reviewKinds[kind]))
      items.push({ ...item, kind, key: `${kind}:${item.id}`, isYoung, isSuspended })
    }
  }
  return items
}
