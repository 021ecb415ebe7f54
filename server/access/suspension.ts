// A recovery suspends everything young that acts for the account, until its user has reviewed it. Nothing is stored for
// that: while the review is due, each look-up compares the age. With the end of the review all that was kept works again.
import { type Fragment, fragment } from '#server/platform/database/database.ts'
import { DAY_MS } from '#server/platform/time.ts'

/** A thief may have made things so shortly before a recovery. Older factors are still asked for: a stolen mailbox does
 * not undo them. */
export const YOUNG_MS = 7 * DAY_MS

/** For a statement with `users u`. */
const oldest = fragment`u.review_due_at - ${YOUNG_MS}`

/** The condition for something of `users u` that was made, or last changed into something else, at this time. */
export function isTrusted(madeAt: Fragment): Fragment {
  return fragment`(u.review_due_at is null or ${madeAt} <= ${oldest})`
}

/** The removal of a zone is undone for the time of the review: its absence shows others more. For `privacy_zones z`. */
export const isZoneInForce = fragment`(z.removed_at is null or z.removed_at > ${oldest})`

/**
 * The same for `credentials c` of `applications a`: a token is as old as the authorization that it follows from, or as the
 * application with its secret.
 */
export const isTrustedCredential = fragment`
  (u.review_due_at is null or case
    when c.chain_id is not null
      then exists (select 1 from chains h where h.id = c.chain_id and h.created_at <= ${oldest})
    when c.application_id is not null
      then a.updated_at <= ${oldest} and not exists (
        select 1 from application_secrets s where s.application_id = a.id and s.created_at > ${oldest})
    else c.created_at <= ${oldest} end)`
