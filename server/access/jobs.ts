// What access forgets: the ledger after 90 days, counters of windows that are over, access tokens long expired.
import type { Job } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { pruneAccessTokens } from './credentials.ts'
import { firstDay, LEDGER_DAYS } from './dashboard.ts'
import { pruneLedger } from './ledger-store.ts'
import { pruneCounters } from './store.ts'

const HOUR_MS = 3_600_000
const TOKENS_KEPT_MS = 30 * 24 * HOUR_MS

export function listAccessJobs({ db, now }: Services): Job[] {
  return [
    {
      name: 'forget old access records',
      everyMs: HOUR_MS,
      run: async () => {
        await pruneLedger(db.sql, firstDay(now(), LEDGER_DAYS))
        await pruneCounters(db.sql, now())
        await pruneAccessTokens(db.sql, now() - TOKENS_KEPT_MS)
      },
    },
  ]
}
