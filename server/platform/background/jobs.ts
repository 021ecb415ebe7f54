// Background jobs: each runs, waits, and runs again until it is stopped or the operator pauses it; a failure is logged
// and the job goes on.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Work } from './figures.ts'
import { type Pace, startWatch, type WatchedWork } from './watch.ts'

export interface Job extends Work {
  /** Time between two runs. */
  everyMs: number
  /** True: there is more to do, so run again at once. The signal is also that the job was paused. */
  run: (signal: AbortSignal, pace: Pace) => Promise<boolean | void>
}

export interface RunningJobs {
  /** Asks every job to stop and waits for the runs in progress. */
  stop(): Promise<void>
}

interface JobServices {
  db: Database
  log: Log
  metrics: Metrics
  now: () => number
}

export function startJobs(jobs: readonly Job[], services: JobServices): RunningJobs {
  const controller = new AbortController()
  const count = createJobTally(services.metrics, jobs)
  const watch = startWatch(
    services,
    jobs.map(({ name }) => name),
  )
  const running = jobs.map((job) =>
    repeat(job, { work: watch.work(job.name), signal: controller.signal, log: services.log, count }),
  )
  return {
    stop: async () => {
      controller.abort()
      watch.stop()
      await Promise.all(running)
      await watch.close()
    },
  }
}

type CountRun = (job: Job, outcome: 'started' | 'done' | 'failed') => void

/** A job that runs until it is stopped is started once and done never; each of its faults is counted, like any. */
function createJobTally(metrics: Metrics, jobs: readonly Job[]): CountRun {
  const labels = ['job', 'outcome']
  const runs = metrics.counter('job_runs_total', 'Runs of background jobs, by job and outcome', labels)
  // A job that has never failed is a series from the start on: its first fault shows as an increase.
  for (const { name } of jobs) runs.inc({ job: name, outcome: 'failed' }, 0)
  return ({ name }, outcome) => runs.inc({ job: name, outcome })
}

interface Running {
  work: WatchedWork
  signal: AbortSignal
  log: Log
  count: CountRun
}

async function repeat(job: Job, { work, signal, log, count }: Running): Promise<void> {
  while (!signal.aborted) {
    await work.untilResumed()
    if (signal.aborted) return
    let hasMore = false
    try {
      count(job, 'started')
      hasMore = (await job.run(work.signal(), work.pace)) === true
      count(job, 'done')
      work.noteRun()
    } catch (error) {
      count(job, 'failed')
      work.noteRun(error as Error)
      log.error({ err: error, job: job.name }, 'a background job failed and will be retried')
    }
    if (hasMore) continue
    // Unreferenced: a waiting job does not keep the process alive.
    await sleep(job.everyMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
