// The threads in which files are read and scored, off the event loop, and the queues before them.
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFairSemaphore } from '#server/platform/concurrency/fair-semaphore.ts'
import { MINUTE_MS, SECOND_MS } from '#server/platform/time.ts'
import { DEADLINES_FOR_ALL, type Rules, XCONTEST } from '#scoring/score.ts'
import type { Analysis, StoredTrack } from '../record/findings.ts'
import type { Scorer } from '../record/services.ts'
import { createThreads, type TaskName } from './threads.ts'

export interface ScorerOptions {
  deadlineMs: number
  /** By which flights are scored; XContest's when left out. */
  rules?: Rules
  threads?: number
  /** Bytes of the files that wait or are being scored. */
  maxQueuedBytes?: number
  /** The code of the threads; a test may pass one that fails. */
  workerUrl?: URL
  graceMs?: number
  threadMemoryMb?: number
}

/** Milliseconds of CPU for a search that did not prove its score in time, when it is made again. */
export const PROOF_MS = 20 * SECOND_MS

const MAX_QUEUED_BYTES = 256 * 1024 * 1024
// Four users are needed to fill the queue, and a fifth waits for its turn only.
const USERS_IN_FULL_QUEUE = 4
const TRACK_QUEUE = { maxWaiting: 512, maxWaitingPerUser: 64 }
// CPU time beyond the longest search: a task that has not ended by then never will. A thread that has just started
// must load its code and the places first.
const GRACE_MS = MINUTE_MS
/** As nice as a thread can be. */
const LAST = 19
// Among the users who take turns: the operator's command and the first rounds.
const RESCORING = 'rescore'
const WARMING_UP = 'warm-up'

export function createScorer(options: ScorerOptions): Scorer {
  const { deadlineMs, rules = XCONTEST, graceMs = GRACE_MS, workerUrl, threadMemoryMb: memoryMb } = options
  const { maxQueuedBytes = MAX_QUEUED_BYTES } = options
  // One core is left to the event loop: with all of them busy it would wait for a thread's time slice to end.
  const count = options.threads ?? Math.max(1, availableParallelism() - 1)
  const pool = { maxCpuMs: DEADLINES_FOR_ALL * deadlineMs + graceMs, workerUrl, memoryMb }
  const scoring = createThreads({ ...pool, count })
  // A separate thread: anyone who opens a flight does not wait for the uploads.
  const tracks = createThreads({ ...pool, ...TRACK_QUEUE, count: 1 })
  // For work that no user waits for. Some 60 MB that are needed seldom.
  const background = createThreads({ ...pool, count, niceness: LAST, idleMs: MINUTE_MS })
  const queue = createFairSemaphore({
    permits: maxQueuedBytes,
    permitsPerUser: maxQueuedBytes / USERS_IN_FULL_QUEUE,
  })
  const closing = new AbortController()

  const queued = async <Result>(ownerId: string, file: StoredTrack, work: () => Promise<Result>) => {
    const leave = await queue.acquire(ownerId, { permits: file.compressed.length })
    try {
      return await work()
    } finally {
      leave()
    }
  }

  const prove = <Result>(
    user: string,
    name: TaskName,
    task: { deadlineMs: number } & Record<string, unknown>,
    abort?: AbortSignal,
  ): Promise<Result> =>
    background.run(user, name, task, { maxCpuMs: DEADLINES_FOR_ALL * task.deadlineMs + graceMs, abort })

  return {
    async analyse(ownerId, bytes, { onQueued, flightDate, signal } = {}) {
      const leave = await queue.acquire(ownerId, { permits: bytes.length, ...(signal && { signal }) })
      onQueued?.()
      try {
        const task = { bytes: own(bytes), rules, deadlineMs, flightDate }
        const transfer = [task.bytes.buffer]
        return await scoring.run<Analysis>(ownerId, 'analyse', task, { transfer, signal })
      } finally {
        leave()
      }
    },
    rescore: (file) => background.run(RESCORING, 'rescore', { ...pick(file), rules, deadlineMs }),
    prove: (file, budgetMs, abort) =>
      prove(RESCORING, 'rescore', { ...pick(file), rules, deadlineMs: budgetMs }, abort),
    scoreByLeagues(ownerId, file, { date, leagues }, budgetMs) {
      const task = { ...pick(file), date, leagues, deadlineMs: budgetMs ?? deadlineMs }
      if (budgetMs !== undefined) return prove(ownerId, 'scores', task)
      return queued(ownerId, file, () => scoring.run(ownerId, 'scores', task))
    },
    cut(ownerId, file, { zones, stretch }, budgetMs) {
      const task = { ...pick(file), zones, stretch, rules, deadlineMs: budgetMs ?? deadlineMs }
      if (budgetMs !== undefined) return prove(ownerId, 'cut', task)
      return queued(ownerId, file, () => scoring.run(ownerId, 'cut', task))
    },
    extractTrack: (ownerId, file, count) => tracks.run(ownerId, 'track', { ...pick(file), count }),
    extractGnssTrack: (ownerId, file, count) => tracks.run(ownerId, 'gnssTrack', { ...pick(file), count }),
    locate: (ownerId, file) => tracks.run(ownerId, 'whereabouts', pick(file)),
    checkAirspaces: (ownerId, file, task) => tracks.run(ownerId, 'airspace', { ...pick(file), ...task }),
    readAirspaces(ownerId, bytes) {
      const task = { bytes: own(bytes) }
      return tracks.run(ownerId, 'airspaceFile', task, { transfer: [task.bytes.buffer] })
    },
    queue: () => ({ waiting: scoring.waiting + queue.waiting, bytes: queue.held }),
    async warmUp(delayMs = 0) {
      await sleep(delayMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      if (closing.signal.aborted || scoring.waiting > 0) return
      await Promise.allSettled(Array.from({ length: count }, () => scoring.run(WARMING_UP, 'warmUp', {})))
    },
    async close() {
      closing.abort()
      await Promise.all([scoring.close(), tracks.close(), background.close()])
    },
  }
}

/** The part that a thread needs: the rest would be copied for nothing. */
function pick(file: StoredTrack): StoredTrack {
  const { compressed, givenDate, launchLatitude = null, launchLongitude = null } = file
  return { compressed, givenDate, launchLatitude, launchLongitude }
}

/** A thread takes the buffer away: bytes that share theirs with others are copied for it. */
function own(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const isWhole = bytes.byteLength === bytes.buffer.byteLength
  return isWhole ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes)
}
