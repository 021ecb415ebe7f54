// Background jobs: each runs, waits, and runs again until it is stopped; a failure is logged and the job goes on.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './log.ts'
import type { Metrics } from './metrics/metrics.ts'

export interface Job {
  name: string
  /** Time between two runs. */
  everyMs: number
  /** True: there is more to do, so run again at once. */
  run: (signal: AbortSignal) => Promise<boolean | void>
}

export interface RunningJobs {
  /** Asks every job to stop and waits for the runs in progress. */
  stop(): Promise<void>
}

export function startJobs(jobs: readonly Job[], services: { log: Log; metrics: Metrics }): RunningJobs {
  const controller = new AbortController()
  const note = createJobTally(services.metrics, jobs)
  const running = jobs.map((job) => repeat(job, controller.signal, services.log, note))
  return {
    stop: async () => {
      controller.abort()
      await Promise.all(running)
    },
  }
}

type NoteRun = (job: Job, outcome: 'started' | 'done' | 'failed') => void

/** A job that runs until it is stopped is started once and done never; each of its faults is counted, like any. */
function createJobTally(metrics: Metrics, jobs: readonly Job[]): NoteRun {
  const labels = ['job', 'outcome']
  const runs = metrics.counter('job_runs_total', 'Runs of background jobs, by job and outcome', labels)
  // A job that has never failed is a series from the start on: its first fault shows as an increase.
  for (const { name } of jobs) runs.inc({ job: name, outcome: 'failed' }, 0)
  return ({ name }, outcome) => runs.inc({ job: name, outcome })
}

async function repeat(job: Job, signal: AbortSignal, log: Log, note: NoteRun): Promise<void> {
  while (!signal.aborted) {
    let hasMore = false
    try {
      note(job, 'started')
      hasMore = (await job.run(signal)) === true
      note(job, 'done')
    } catch (error) {
      note(job, 'failed')
      log.error({ err: error, job: job.name }, 'a background job failed and will be retried')
    }
    if (hasMore) continue
    // Unreferenced: a waiting job does not keep the process alive.
    await sleep(job.everyMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
