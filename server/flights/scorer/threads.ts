// A pool of warm threads, for which users take turns.
import { Piscina } from 'piscina'
import { createFairSemaphore, QueueFullError } from '#server/platform/concurrency/fair-semaphore.ts'
import { ApiError, temporarilyUnavailable } from '#server/platform/errors.ts'
import { watchThread } from './watch.ts'
import type * as worker from './worker.ts'

export type TaskName = keyof typeof worker

export interface Threads {
  /** Tasks that wait for a thread. */
  readonly waiting: number
  run<Result>(user: string, name: TaskName, task: object, options?: RunOptions): Promise<Result>
  close(): Promise<void>
}

export interface RunOptions {
  transfer?: ArrayBuffer[]
  /** Ends the waiting; a task that has begun ends by itself. */
  signal?: AbortSignal | undefined
  /** Ends the task, too. */
  abort?: AbortSignal | undefined
  /** For this task. */
  maxCpuMs?: number
}

export interface ThreadsOptions {
  count: number
  /** A thread that uses more for one task is ended. */
  maxCpuMs: number
  maxWaiting?: number
  maxWaitingPerUser?: number
  /** The code of the threads; a test may pass one that fails. */
  workerUrl?: URL | undefined
  memoryMb?: number | undefined
  /** How much the operating system prefers other threads, up to 19; uploads wait for threads with 0. */
  niceness?: number
  /** A thread without a task ends after that long; never when left out. */
  idleMs?: number
}

const RETRY_AFTER_SECONDS = 2
const MEMORY_MB = 768
// For what a task drops at once. Node would give a thread 48 MB, of which a flight needs a quarter.
const YOUNG_MB = 12

/** A thread starts when there is a task for it and no other is idle. */
export function createThreads(options: ThreadsOptions): Threads {
  const { count, maxWaiting, maxWaitingPerUser } = options
  const semaphore = createFairSemaphore({ permits: count, maxWaiting, maxWaitingPerUser })
  // A pool for each: it is known whose CPU a task uses. The semaphore lets in as many tasks as there are threads.
  const all: Piscina[] = []
  const idle: Piscina[] = []
  const start = () => all[all.push(startThread(options)) - 1]!
  let isClosed = false
  return {
    get waiting() {
      return semaphore.waiting
    },
    async run<Result>(
      user: string,
      name: TaskName,
      task: object,
      { transfer = [], signal: waiting, abort, maxCpuMs = options.maxCpuMs }: RunOptions = {},
    ) {
      const release = await semaphore.acquire(user, waiting && { signal: waiting }).catch(refuse)
      try {
        if (isClosed) throw stopping()
        const thread = idle.pop() ?? start()
        const { signal, end } = watchThread(() => thread.threads[0], maxCpuMs, abort)
        try {
          return (await thread.run(task, { name, signal, transferList: transfer })) as Result
        } finally {
          end()
          idle.push(thread)
        }
      } catch (error) {
        throw error instanceof ApiError ? error : taskFailed(name, error)
      } finally {
        release()
      }
    },
    async close() {
      isClosed = true
      await Promise.all(all.map((thread) => thread.destroy()))
    },
  }
}

function startThread({ workerUrl, memoryMb = MEMORY_MB, niceness = 0, idleMs }: ThreadsOptions): Piscina {
  const pool = new Piscina({
    filename: (workerUrl ?? new URL('./worker.ts', import.meta.url)).href,
    minThreads: idleMs === undefined ? 1 : 0,
    maxThreads: 1,
    ...(idleMs !== undefined && { idleTimeout: idleMs }),
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
    niceIncrement: niceness,
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
