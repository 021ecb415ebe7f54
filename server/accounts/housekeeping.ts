// What accounts forget: sessions that have ended by themselves, links that are too old.
import type { Job } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { pruneSessions, pruneVerifications } from './store.ts'

export function forgetOldSessions({ db, now }: Services): Job {
  return {
    name: 'forget ended sessions and old links',
    everyMs: 3_600_000,
    run: async () => {
      await pruneSessions(db.sql, now())
      await pruneVerifications(db.sql, now())
    },
  }
}
