// Background jobs: each runs, waits, and runs again until it is stopped; a failure is logged and the job goes on.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './log.ts'

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

export function startJobs(jobs: readonly Job[], log: Log): RunningJobs {
  const controller = new AbortController()
  const running = jobs.map((job) => repeat(job, controller.signal, log))
  return {
    stop: async () => {
      controller.abort()
      await Promise.all(running)
    },
  }
}

async function repeat(job: Job, signal: AbortSignal, log: Log): Promise<void> {
  while (!signal.aborted) {
    let hasMore = false
    try {
      hasMore = (await job.run(signal)) === true
    } catch (error) {
      log.error({ err: error, job: job.name }, 'a background job failed and will be retried')
    }
    if (hasMore) continue
    // Unreferenced: a waiting job does not keep the process alive.
    await sleep(job.everyMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
