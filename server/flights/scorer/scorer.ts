// The pool of warm threads in which files are read and scored, so that the event loop stays free.
import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { createSemaphore } from '#server/platform/concurrency/semaphore.ts'
import { ApiError, temporarilyUnavailable } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { MINUTE_MS } from '#server/platform/time.ts'
import type { Score } from '#scoring/score.ts'
import type { Analysis, TrackColumns } from './analyse.ts'
import type * as worker from './worker.ts'

export interface Scorer {
  /** Reads and scores a file. Its bytes move to the thread: the caller's array is empty afterwards. */
  analyse(bytes: Uint8Array): Promise<Analysis>
  /** Scores a stored file again; undefined when the reader refuses it now. */
  rescore(compressed: Uint8Array): Promise<Score | undefined>
  extractTrack(compressed: Uint8Array, count: number): Promise<TrackColumns>
  /** Throws what a task would meet now: a caller is told before its body is read. */
  requireRoom(): void
  /** Compiles the code in every thread, giving way to real work. */
  warmUp(): Promise<void>
  close(): Promise<void>
}

export interface FlightServices extends Services {
  readonly scorer: Scorer
}

export interface ScorerOptions {
  deadlineMs: number
  threads?: number
  /** Tasks that may wait for a thread. */
  queueLength?: number
  /** What the threads run; a test may give threads that fail. */
  workerUrl?: URL
  graceMs?: number
  threadMemoryMb?: number
}

type TaskName = keyof typeof worker

// A waiting file is at most 10 MiB: a full queue holds some 160 MiB a thread at worst.
const QUEUE_PER_THREAD = 16
const RETRY_AFTER_SECONDS = 2
// Beyond the scoring deadline: what does not end by then never does. A thread that has just started must load its code
// and the places first, which on a busy machine takes many seconds.
const GRACE_MS = MINUTE_MS
const WARM_UP_ROUNDS = 12
const THREAD_MEMORY_MB = 768

/** Threads start with the first task. */
export function createScorer(options: ScorerOptions): Scorer {
  const { deadlineMs, graceMs = GRACE_MS } = options
  // One core is left to the event loop: where all are taken, whoever asks waits until a thread's turn is over.
  const threads = options.threads ?? Math.max(1, availableParallelism() - 1)
  const maxWaiting = options.queueLength ?? threads * QUEUE_PER_THREAD
  const semaphore = createSemaphore({ permits: threads, maxWaiting })
  let pool: Piscina | undefined
  let isClosed = false

  const requireRoom = () => {
    if (semaphore.isFull) throw queueFull()
  }
  const openPool = () => {
    pool ??= new Piscina({
      filename: (options.workerUrl ?? new URL('./worker.ts', import.meta.url)).href,
      minThreads: threads,
      maxThreads: threads,
      resourceLimits: { maxOldGenerationSizeMb: options.threadMemoryMb ?? THREAD_MEMORY_MB },
      // Where others use the machine too the event loop comes first.
      niceIncrement: 10,
    })
    // A thread that dies without a task is replaced; unheard, its error would end the process.
    if (pool.listenerCount('error') === 0) pool.on('error', () => undefined)
    return pool
  }

  const run = async <Result>(name: TaskName, task: object, transfer: ArrayBuffer[] = []): Promise<Result> => {
    requireRoom()
    const release = await semaphore.acquire()
    try {
      if (isClosed) throw stopping()
      // Counted from here, not from the arrival: waiting is no fault of the task.
      const signal = AbortSignal.timeout(deadlineMs + graceMs)
      return (await openPool().run(task, { name, signal, transferList: transfer })) as Result
    } catch (error) {
      throw error instanceof ApiError ? error : scoringFailed(error)
    } finally {
      release()
    }
  }

  return {
    analyse: (bytes) => run('analyse', { bytes, deadlineMs }, [bytes.buffer as ArrayBuffer]),
    rescore: (compressed) => run('rescore', { compressed, deadlineMs }),
    extractTrack: (compressed, count) => run('track', { compressed, count }),
    requireRoom,
    async warmUp() {
      const warmThread = async (seed: number) => {
        for (let round = 0; round < WARM_UP_ROUNDS && !isClosed && semaphore.waiting === 0; round++) {
          await run('warmUp', { seed: seed * WARM_UP_ROUNDS + round }).catch(() => undefined)
        }
      }
      await Promise.all(Array.from({ length: threads }, (_, index) => warmThread(index)))
    },
    async close() {
      isClosed = true
      await pool?.destroy()
    },
  }
}

const queueFull = () =>
  temporarilyUnavailable(
    'Too many flights are being scored just now; try again shortly.',
    RETRY_AFTER_SECONDS,
  )
const stopping = () =>
  temporarilyUnavailable('The service is stopping; try again shortly.', RETRY_AFTER_SECONDS)
const scoringFailed = (cause: unknown) =>
  new ApiError(500, 'server_error', 'The flight could not be scored; nothing was stored.', { cause })
