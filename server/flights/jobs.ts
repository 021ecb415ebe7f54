// Background jobs of flights: temporary records, and work that waits for its turn.
import type { Job } from '#server/platform/jobs.ts'
import { keptSince } from '#server/platform/settings/retention.ts'
import { HOUR_MS, MINUTE_MS } from '#server/platform/time.ts'
import { forgetDeletions } from './record/change-numbers.ts'
import { sweepFiles } from './files/files.ts'
import { deleteOldImports } from './import/store.ts'
import { continueImports } from './import/work.ts'
import type { LeagueServices } from './leagues/scores.ts'
import { PROVE_EVERY_MS, proveNext } from './rescore/prove.ts'
import { CHECK_EVERY_MS, checkNextSignature } from './signatures/check.ts'
import { deleteExpiredKeys } from './upload/idempotency-store.ts'

const IMPORT_POLL_MS = 500
/** An import that was cut off while it was received. */
const RECEIVING_MS = 2 * HOUR_MS

export function listFlightJobs(services: LeagueServices): Job[] {
  const { db, now } = services
  return [
    {
      name: 'import flights',
      everyMs: IMPORT_POLL_MS,
      run: (signal) => continueImports(services, signal),
    },
    {
      name: 'check signatures',
      everyMs: CHECK_EVERY_MS,
      run: (signal) => checkNextSignature(services, signal),
    },
    {
      name: 'prove scores',
      everyMs: PROVE_EVERY_MS,
      run: (signal) => proveNext(services, signal),
    },
    {
      name: 'delete old imports',
      everyMs: 10 * MINUTE_MS,
      run: () =>
        deleteOldImports(db.sql, {
          unacknowledged: now() - RECEIVING_MS,
          finished: keptSince(services, 'imports'),
        }),
    },
    {
      name: 'delete expired idempotency keys',
      everyMs: 10 * MINUTE_MS,
      run: () => deleteExpiredKeys(db.sql, keptSince(services, 'answers')),
    },
    {
      name: 'sweep files that no flight has',
      everyMs: 10 * MINUTE_MS,
      run: () => sweepFiles(services),
    },
    {
      name: 'forget old deletions of flights',
      everyMs: 60 * MINUTE_MS,
      run: () => db.transaction((sql) => forgetDeletions(sql, keptSince(services, 'deletions'))),
    },
  ]
}
