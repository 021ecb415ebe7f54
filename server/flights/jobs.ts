import type { Job } from '#server/platform/background/jobs.ts'
import { countProgress } from '#server/platform/background/figures.ts'
import { MINUTE_MS } from '#server/platform/time.ts'
import { sweepFiles } from './files/files.ts'
import { countImportWork, retryImports } from './import/store.ts'
import { continueImports } from './import/work.ts'
import type { LeagueServices } from './leagues/scores.ts'
import { JUDGE_COPIES_EVERY_MS, judgeNextCopies } from './record/copies.ts'
import { countAskedShapes } from './record/counting/copies-store.ts'
import { countProofs, PROVE_EVERY_MS, proveNext, retryProofs } from './rescore/prove.ts'
import { createSignatureJob } from './signatures/check.ts'
import { fetchNextSquare, SITES_POLL_MS } from './takeoffs/osm/job.ts'

const IMPORT_POLL_MS = 500

export function listFlightJobs(services: LeagueServices): Job[] {
  const { db, now } = services
  return [
    {
      name: 'imports',
      everyMs: IMPORT_POLL_MS,
      run: (signal, pace) => continueImports(services, signal, pace),
      count: () => countImportWork(db.sql, now()),
      retry: () => retryImports(db, now()),
    },
    createSignatureJob(services),
    {
      name: 'copies',
      everyMs: JUDGE_COPIES_EVERY_MS,
      run: (_, pace) => judgeNextCopies(services, pace),
      count: () => countAskedShapes(db.sql),
    },
    {
      name: 'proofs',
      everyMs: PROVE_EVERY_MS,
      run: (signal, pace) => proveNext(services, signal, pace),
      count: () => countProofs(services),
      retry: () => retryProofs(services),
    },
    {
      name: 'sites',
      everyMs: SITES_POLL_MS,
      run: (signal, pace) => fetchNextSquare(services, signal, pace),
      count: countProgress,
    },
    {
      name: 'sweep',
      everyMs: 10 * MINUTE_MS,
      run: () => sweepFiles(services),
    },
  ]
}
