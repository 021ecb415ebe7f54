import type { Job } from '#server/platform/jobs.ts'
import { MINUTE_MS } from '#server/platform/time.ts'
import { sweepFiles } from './files/files.ts'
import { continueImports } from './import/work.ts'
import type { LeagueServices } from './leagues/scores.ts'
import { PROVE_EVERY_MS, proveNext } from './rescore/prove.ts'
import { CHECK_EVERY_MS, checkNextSignature } from './signatures/check.ts'

const IMPORT_POLL_MS = 500

export function listFlightJobs(services: LeagueServices): Job[] {
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
      name: 'sweep files that no flight has',
      everyMs: 10 * MINUTE_MS,
      run: () => sweepFiles(services),
    },
  ]
}
