// The threads in which files are read and scored, so that the event loop stays free, and the queues before them.
import { availableParallelism } from 'node:os'
import { createFairSemaphore } from '#server/platform/concurrency/fair-semaphore.ts'
import type { CountingServices } from '#server/access/limits/budgets.ts'
import type { Terrain } from '#server/terrain/terrain.ts'
import { MINUTE_MS, SECOND_MS } from '#server/platform/time.ts'
import { DEADLINES_FOR_ALL, type Rules, XCONTEST } from '#scoring/score.ts'
import type { Analysis, FlightFindings, GnssTrack, StoredTrack, TrackColumns } from './analyse.ts'
import type { AirspaceTask, FoundAirspaces, ReadAirspaces, Whereabouts } from './airspace.ts'
import type { CutFlight, CutTask } from './cut.ts'
import type { LeagueScores, LeagueTask } from './league-scores.ts'
import { createThreads, type TaskName } from './threads.ts'

export interface Scorer {
  /**
   * Reads and scores a file. Its bytes move to the thread: the caller's array is empty afterwards. `onQueued` is called
   * once the queue has room for the bytes: until then it is the caller who must bound how many of them are in memory.
   */
  analyse(ownerId: string, bytes: Uint8Array, options?: AnalyseOptions): Promise<Analysis>
  /** Reads and scores a stored file again; undefined when the reader refuses it now. */
  rescore(file: StoredTrack): Promise<FlightFindings | undefined>
  /**
   * The same with so many milliseconds of CPU for the search, in a thread to which the machine prefers every other: no
   * upload waits for it. The signal ends it.
   */
  prove(file: StoredTrack, budgetMs: number, abort?: AbortSignal): Promise<FlightFindings | undefined>
  /** Scores a stored file by the rules of several leagues; with a budget for each as `prove` does. */
  scoreByLeagues(
    ownerId: string,
    file: StoredTrack,
    task: LeagueTask,
    budgetMs?: number,
  ): Promise<LeagueScores>
  /** What others see of a stored file while zones cut it; with a budget as `prove` does. */
  cut(ownerId: string, file: StoredTrack, task: CutTask, budgetMs?: number): Promise<CutFlight>
  extractTrack(ownerId: string, file: StoredTrack, count: number): Promise<TrackColumns>
  extractGnssTrack(ownerId: string, file: StoredTrack, count: number): Promise<GnssTrack>
  /** Where the flight of a stored file was; null when nothing in it flies. */
  locate(ownerId: string, file: StoredTrack): Promise<Whereabouts | null>
  checkAirspaces(ownerId: string, file: StoredTrack, task: AirspaceTask): Promise<FoundAirspaces>
  /** Reads an airspace file; its bytes move to the thread. */
  readAirspaces(ownerId: string, bytes: Uint8Array): Promise<ReadAirspaces>
  /** How many files wait for a thread, and how many bytes wait or are being scored. */
  queue(): { waiting: number; bytes: number }
  /** Compiles the code in every thread that scores, giving way to real work. */
  warmUp(): Promise<void>
  close(): Promise<void>
}

export interface AnalyseOptions {
  onQueued?: (() => void) | undefined
  /** The local date at take-off, for a file that names none. */
  flightDate?: string | undefined
  /** Aborted when nobody waits for it any more: what has not begun does not begin. */
  signal?: AbortSignal | undefined
}

export interface FlightServices extends CountingServices {
  readonly scorer: Scorer
  /** Undefined when the operator has no height files. */
  readonly terrain: Terrain | undefined
}

export interface ScorerOptions {
  deadlineMs: number
  /** By which flights are scored; XContest's when left out. */
  rules?: Rules
  threads?: number
  /** Bytes of the files that wait or are being scored. */
  maxQueuedBytes?: number
  /** What the threads run; a test may pass one that fails. */
  workerUrl?: URL
  graceMs?: number
  threadMemoryMb?: number
}

/** Milliseconds of CPU for a search that did not prove its score in time, when it is made again. */
export const PROOF_MS = 20 * SECOND_MS

const MAX_QUEUED_BYTES = 256 * 1024 * 1024
// So that four users are needed to fill the queue, and a fifth waits for its turn only.
const USERS_IN_FULL_QUEUE = 4
const TRACK_QUEUE = { maxWaiting: 512, maxWaitingPerUser: 64 }
// Of CPU, beyond the longest search: a task that has not ended by then never will. A thread that has just started must load
// its code and the places first.
const GRACE_MS = MINUTE_MS
const WARM_UP_ROUNDS = 12
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
  // A thread of its own: anyone who opens a flight does not wait for the uploads.
  const tracks = createThreads({ ...pool, ...TRACK_QUEUE, count: 1 })
  // Some 60 MB that are needed seldom.
  const proving = createThreads({ ...pool, count: 1, niceness: LAST, idleMs: MINUTE_MS })
  const queue = createFairSemaphore({
    permits: maxQueuedBytes,
    permitsPerUser: maxQueuedBytes / USERS_IN_FULL_QUEUE,
  })
  let isClosed = false

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
    proving.run(user, name, task, { maxCpuMs: DEADLINES_FOR_ALL * task.deadlineMs + graceMs, abort })

  return {
    async analyse(ownerId, bytes, { onQueued, flightDate, signal } = {}) {
      const leave = await queue.acquire(ownerId, { permits: bytes.length, ...(signal && { signal }) })
      onQueued?.()
      try {
        const transfer = [bytes.buffer as ArrayBuffer]
        return await scoring.run(
          ownerId,
          'analyse',
          { bytes, rules, deadlineMs, flightDate },
          { transfer, signal },
        )
      } finally {
        leave()
      }
    },
    rescore: (file) => scoring.run(RESCORING, 'rescore', { ...pick(file), rules, deadlineMs }),
    prove: (file, budgetMs, abort) =>
      prove(RESCORING, 'rescore', { ...pick(file), rules, deadlineMs: budgetMs }, abort),
    scoreByLeagues(ownerId, file, { date, leagues }, budgetMs) {
      const task = { ...pick(file), date, leagues, deadlineMs: budgetMs ?? deadlineMs }
      if (budgetMs !== undefined) return prove(ownerId, 'scores', task)
      return queued(ownerId, file, () => scoring.run(ownerId, 'scores', task))
    },
    cut(ownerId, file, { circles, stretch }, budgetMs) {
      const task = { ...pick(file), circles, stretch, rules, deadlineMs: budgetMs ?? deadlineMs }
      if (budgetMs !== undefined) return prove(ownerId, 'cut', task)
      return queued(ownerId, file, () => scoring.run(ownerId, 'cut', task))
    },
    extractTrack: (ownerId, file, count) => tracks.run(ownerId, 'track', { ...pick(file), count }),
    extractGnssTrack: (ownerId, file, count) => tracks.run(ownerId, 'gnssTrack', { ...pick(file), count }),
    locate: (ownerId, file) => tracks.run(ownerId, 'whereabouts', pick(file)),
    checkAirspaces: (ownerId, file, task) => tracks.run(ownerId, 'airspace', { ...pick(file), ...task }),
    readAirspaces: (ownerId, bytes) =>
      tracks.run(ownerId, 'airspaceFile', { bytes }, { transfer: [bytes.buffer as ArrayBuffer] }),
    queue: () => ({ waiting: scoring.waiting + queue.waiting, bytes: queue.held }),
    async warmUp() {
      const warmThread = async (index: number) => {
        for (let round = 0; round < WARM_UP_ROUNDS && !isClosed && scoring.waiting === 0; round++) {
          const seed = index * WARM_UP_ROUNDS + round
          const isLast = round === WARM_UP_ROUNDS - 1
          await scoring.run(WARMING_UP, 'warmUp', { seed, isLast }).catch(() => undefined)
        }
      }
      await Promise.all(Array.from({ length: count }, (_, index) => warmThread(index)))
    },
    async close() {
      isClosed = true
      await Promise.all([scoring.close(), tracks.close(), proving.close()])
    },
  }
}

/** What a thread needs of it: the rest would be copied for nothing. */
function pick(file: StoredTrack): StoredTrack {
  const { compressed, givenDate, launchLatitude = null, launchLongitude = null } = file
  return { compressed, givenDate, launchLatitude, launchLongitude }
}
