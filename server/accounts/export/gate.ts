// How many exports there are at once in this process. An export has one of a few places while it is downloaded, however
// slowly: it holds a file and the archive's directory in memory. A waiting export gets the place of a connection that has
// almost stopped. Making the next piece costs time: it is done for few of them at once, and users take turns.
//
//   waiting (a minute at most, else 503) -> in place: making a piece, or waiting for the reader -> left
import type { ServerResponse } from 'node:http'
import { createFairSemaphore, QueueFullError } from '#server/platform/concurrency/fair-semaphore.ts'
import { invalidRequest, temporarilyUnavailable } from '#server/platform/errors.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { MINUTE_MS, SECOND_MS } from '#server/platform/time.ts'
import { watchReaders } from './slow-readers.ts'

export interface ExportGate {
  /** Exports that are being downloaded, and those that wait for a place. */
  readonly held: number
  readonly waiting: number
  /** Resolves when there is a place, which is left when the answer ends. */
  enter(userId: string, response: ServerResponse): Promise<ExportPlace>
}

export interface ExportPlace {
  /** The same pieces, each made when it is read and it is the user's turn. */
  pace<Piece>(pieces: AsyncGenerator<Piece>): AsyncGenerator<Piece>
}

export interface ExportGateOptions {
  places?: number
  turns?: number
  maxWaitMs?: number
  /** How long a connection may be slow while others wait for its place. */
  patienceMs?: number
}

const MAX_WAITING = 256
const MAX_WAITING_PER_USER = 2
const RETRY_AFTER_SECONDS = 60

export function createExportGate(options: ExportGateOptions = {}): ExportGate {
  const { places: permits = 16, turns: makers = 2, maxWaitMs = MINUTE_MS } = options
  const { patienceMs = 15 * SECOND_MS } = options
  const limits = { maxWaiting: MAX_WAITING, maxWaitingPerUser: MAX_WAITING_PER_USER }
  const places = createFairSemaphore({ permits, permitsPerUser: 1, ...limits })
  const watch = watchReaders(patienceMs, () => places.waiting)
  const turns = createFairSemaphore({ permits: makers, permitsPerUser: 1 })

  return {
    get held() {
      return places.held
    },
    get waiting() {
      return places.waiting
    },
    async enter(userId, response) {
      const controller = new AbortController()
      const state = { isMaking: false }
      const timer = setTimeout(() => controller.abort(tooMany()), maxWaitMs).unref()
      response.once('close', () => controller.abort(goneAway()))
      const download = {
        countBytes: () => (state.isMaking ? undefined : response.socket?.bytesWritten),
        giveWay: () => response.destroy(),
      }
      const { signal } = controller
      const leavePlace = await places.acquire(userId, { signal }).catch(refuse)
      clearTimeout(timer)
      const endWatch = watch(download)
      const leave = () => (endWatch(), leavePlace())
      if (response.closed) leave()
      else response.once('close', leave)
      return { pace: (pieces) => pace(pieces, state, () => turns.acquire(userId)) }
    },
  }
}

async function* pace<Piece>(
  pieces: AsyncGenerator<Piece>,
  state: { isMaking: boolean },
  takeTurn: () => Promise<() => void>,
): AsyncGenerator<Piece> {
  try {
    for (;;) {
      state.isMaking = true
      const endTurn = await takeTurn()
      const next = await pieces.next().finally(endTurn)
      state.isMaking = false
      if (next.done) return
      yield next.value
    }
  } finally {
    await pieces.return(undefined)
  }
}

export function measureExports(metrics: Metrics, gate: ExportGate): void {
  metrics.gauges('exports', 'Exports of accounts, by their state', ['state'], async () => [
    { labels: { state: 'downloading' }, value: gate.held },
    { labels: { state: 'waiting' }, value: gate.waiting },
  ])
}

function refuse(error: unknown): never {
  throw error instanceof QueueFullError ? tooMany() : error
}

const tooMany = () =>
  temporarilyUnavailable(
    'Too many exports are being downloaded; try again in a few minutes.',
    RETRY_AFTER_SECONDS,
  )
const goneAway = () => invalidRequest('The connection ended before the export began.')
