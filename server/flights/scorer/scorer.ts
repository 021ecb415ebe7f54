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
  /** Throws when the queue is full, so that a caller is refused before its body is read. */
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
  maxWaiting?: number
  /** What the threads run; a test may pass one that fails. */
  workerUrl?: URL
  graceMs?: number
  threadMemoryMb?: number
}

type TaskName = keyof typeof worker

// A waiting file is at most 10 MiB, so a full queue holds at worst some 160 MiB per thread.
const MAX_WAITING_PER_THREAD = 16
const RETRY_AFTER_SECONDS = 2
// Beyond the scoring deadline: a task that has not ended by then never will. A thread that has just started must load
// its code and the places first, which takes many seconds on a busy machine.
const GRACE_MS = MINUTE_MS
const WARM_UP_ROUNDS = 12
const THREAD_MEMORY_MB = 768

/** Threads start with the first task. */
export function createScorer(options: ScorerOptions): Scorer {
  const { deadlineMs, graceMs = GRACE_MS } = options
  // One core is left to the event loop: with all of them busy it would wait for a thread's time slice to end.
  const threads = options.threads ?? Math.max(1, availableParallelism() - 1)
  const maxWaiting = options.maxWaiting ?? threads * MAX_WAITING_PER_THREAD
  const semaphore = createSemaphore({ permits: threads, maxWaiting })
  let pool: Piscina | undefined
  let isClosed = false

  const requireRoom = () => {
    if (semaphore.isFull) throw queueFull()
  }
  const run = async <Result>(name: TaskName, task: object, transfer: ArrayBuffer[] = []): Promise<Result> => {
    requireRoom()
    const release = await semaphore.acquire()
    try {
      if (isClosed) throw stopping()
      // Counted from here, not from the arrival: time in the queue is not the task's.
      const signal = AbortSignal.timeout(deadlineMs + graceMs)
      pool ??= startPool(options, threads)
      return (await pool.run(task, { name, signal, transferList: transfer })) as Result
    } catch (error) {
      throw error instanceof ApiError ? error : taskFailed(name, error)
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

function startPool(
  { workerUrl, threadMemoryMb = THREAD_MEMORY_MB }: ScorerOptions,
  threads: number,
): Piscina {
  const pool = new Piscina({
    filename: (workerUrl ?? new URL('./worker.ts', import.meta.url)).href,
    minThreads: threads,
    maxThreads: threads,
    resourceLimits: { maxOldGenerationSizeMb: threadMemoryMb },
    // On a shared machine the event loop comes first.
    niceIncrement: 10,
  })
  // A thread that dies without a task is replaced; without a listener its error would end the process.
  pool.on('error', () => undefined)
  return pool
}

const queueFull = () =>
  temporarilyUnavailable(
    'Too many flights are being scored right now; try again shortly.',
    RETRY_AFTER_SECONDS,
  )
const stopping = () =>
  temporarilyUnavailable('The service is shutting down; try again shortly.', RETRY_AFTER_SECONDS)
const taskFailed = (name: TaskName, cause: unknown) => {
  const description =
    name === 'track' ? 'The track could not be read.' : 'The flight could not be scored; nothing was stored.'
  return new ApiError(500, 'server_error', description, { cause })
}
