// Background work: each job runs, rests, and runs again until it is stopped; a fault is logged and tried again.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './log.ts'

export interface Job {
  name: string
  /** Rest between two runs. */
  everyMs: number
  /** Gives true when there is more to do at once. */
  run: (signal: AbortSignal) => Promise<boolean | void>
}

export interface RunningJobs {
  /** Asks every job to end and waits for the one run that each is in. */
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
      log.error({ err: error, job: job.name }, 'a background job failed and will be tried again')
    }
    if (hasMore) continue
    // Unreferenced: a resting job does not keep the process alive.
    await sleep(job.everyMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
