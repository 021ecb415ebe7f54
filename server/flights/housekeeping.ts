import type { Job } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { MINUTE_MS } from '#server/platform/time.ts'
import { deleteExpiredKeys } from './upload/idempotency-store.ts'

/** First answers to Idempotency-Keys are forgotten after a day. */
export function forgetIdempotencyKeys({ db, now }: Services): Job {
  return {
    name: 'forget idempotency keys',
    everyMs: 10 * MINUTE_MS,
    run: () => deleteExpiredKeys(db.sql, now()),
  }
}
