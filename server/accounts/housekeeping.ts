// What accounts forget: sessions that have ended by themselves, links that are too old.
import type { Job } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { HOUR_MS } from '#server/platform/time.ts'
import { pruneSessions, pruneVerifications } from './store.ts'

export function forgetOldSessions({ db, now }: Services): Job {
  return {
    name: 'forget ended sessions and old links',
    everyMs: HOUR_MS,
    run: async () => {
      await pruneSessions(db.sql, now())
      await pruneVerifications(db.sql, now())
    },
  }
}
