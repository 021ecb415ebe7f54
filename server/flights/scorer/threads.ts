// A pool of warm threads, for which users take turns.
import { Piscina } from 'piscina'
import { startDeadline } from '#server/platform/concurrency/deadline.ts'
import { createFairSemaphore, QueueFullError } from '#server/platform/concurrency/fair-semaphore.ts'
import { ApiError, temporarilyUnavailable } from '#server/platform/errors.ts'
import type * as worker from './worker.ts'

export type TaskName = keyof typeof worker

export interface Threads {
  /** Tasks that wait for a thread. */
  readonly waiting: number
  /** The signal ends the waiting; a task that has begun ends by itself. */
  run<Result>(user: string, name: TaskName, task: object, options?: RunOptions): Promise<Result>
  close(): Promise<void>
}

export interface RunOptions {
  transfer?: ArrayBuffer[]
  signal?: AbortSignal | undefined
}

export interface ThreadsOptions {
  count: number
  /** A thread whose task takes longer is ended. */
  timeoutMs: number
  maxWaiting?: number
  maxWaitingPerUser?: number
  /** What the threads run; a test may pass one that fails. */
  workerUrl?: URL | undefined
  memoryMb?: number | undefined
}

const RETRY_AFTER_SECONDS = 2
const MEMORY_MB = 768
// For what a task drops at once. Node would give a thread 48 MB, of which a flight needs a quarter.
const YOUNG_MB = 12

/** Threads start with the first task. */
export function createThreads(options: ThreadsOptions): Threads {
  const { count, timeoutMs, maxWaiting, maxWaitingPerUser } = options
  const semaphore = createFairSemaphore({ permits: count, maxWaiting, maxWaitingPerUser })
  let pool: Piscina | undefined
  let isClosed = false
  return {
    get waiting() {
      return semaphore.waiting
    },
    async run<Result>(
      user: string,
      name: TaskName,
      task: object,
      { transfer = [], signal: waiting }: RunOptions = {},
    ) {
      const release = await semaphore.acquire(user, waiting && { signal: waiting }).catch(refuse)
      // Counted from here, not from the arrival: time in the queue is not the task's.
      const { signal, end } = startDeadline(timeoutMs)
      try {
        if (isClosed) throw stopping()
        pool ??= startPool(options)
        return (await pool.run(task, { name, signal, transferList: transfer })) as Result
      } catch (error) {
        throw error instanceof ApiError ? error : taskFailed(name, error)
      } finally {
        end()
        release()
      }
    },
    async close() {
      isClosed = true
      await pool?.destroy()
    },
  }
}

function startPool({ count, workerUrl, memoryMb = MEMORY_MB }: ThreadsOptions): Piscina {
  const pool = new Piscina({
    filename: (workerUrl ?? new URL('./worker.ts', import.meta.url)).href,
    minThreads: count,
    maxThreads: count,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
    // On a shared machine the event loop comes first.
    niceIncrement: 10,
  })
  // A thread that dies without a task is replaced; without a listener its error would end the process.
  pool.on('error', () => undefined)
  return pool
}

function refuse(error: unknown): never {
  throw error instanceof QueueFullError ? queueFull() : error
}

const queueFull = () =>
  temporarilyUnavailable('Too many flights are being read right now; try again shortly.', RETRY_AFTER_SECONDS)
const stopping = () =>
  temporarilyUnavailable('The service is shutting down; try again shortly.', RETRY_AFTER_SECONDS)
const failures: Partial<Record<TaskName, string>> = {
  track: 'The track could not be read.',
  gnssTrack: 'The track could not be read.',
  scores: 'The flight could not be scored.',
  cut: 'The flight could not be prepared for others.',
}
const taskFailed = (name: TaskName, cause: unknown) =>
  new ApiError(500, 'server_error', failures[name] ?? 'The flight could not be scored; nothing was stored.', {
    cause,
  })
