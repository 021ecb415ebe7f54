// Deletes sessions that have expired and links that can no longer be used, and what is left of deleted accounts.
import { deleteBatches, type Job } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { HOUR_MS, MINUTE_MS } from '#server/platform/time.ts'
import type { AccountPart } from './account-services.ts'
import { continueErasures } from './erasure.ts'
import { pruneLinks } from './mail/links.ts'
import { prunePendingSignIns } from './pending-sign-ins.ts'
import { pruneChallenges } from './second-factor/passkey-store.ts'
import { pruneSessions } from './store.ts'

export function listAccountJobs(services: Services, parts: readonly AccountPart[]): Job[] {
  const { db, now } = services
  return [
    {
      name: 'finish deleting accounts',
      everyMs: MINUTE_MS,
      run: () => continueErasures(services, parts),
    },
    {
      name: 'delete expired sessions and links',
      everyMs: HOUR_MS,
      run: () =>
        deleteBatches(
          () => pruneSessions(db.sql, now()),
          () => pruneLinks(db.sql, now()),
          () => prunePendingSignIns(db.sql, now()),
          () => pruneChallenges(db.sql, now()),
        ),
    },
  ]
}
