// How many exports there are at once in this process. An export has one of a few places while it is downloaded, however
// slowly, until nothing of it was read for a minute: it holds a file and the archive's directory in memory. Making the next piece
// costs time: it is done for few of them at once, and users take turns.
//
//   waiting (a minute at most, else 503) -> in place: making a piece, or waiting for the reader -> left
import type { ServerResponse } from 'node:http'
import { createFairSemaphore, QueueFullError } from '#server/platform/concurrency/fair-semaphore.ts'
import { invalidRequest, temporarilyUnavailable } from '#server/platform/errors.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { MINUTE_MS } from '#server/platform/time.ts'

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
  /** How long nothing may be read. */
  patienceMs?: number
}

const MAX_WAITING = 256
const MAX_WAITING_PER_USER = 2
const RETRY_AFTER_SECONDS = 60

export function createExportGate(options: ExportGateOptions = {}): ExportGate {
  const { places: permits = 16, turns: makers = 2, maxWaitMs = MINUTE_MS } = options
  const { patienceMs = MINUTE_MS } = options
  const limits = { maxWaiting: MAX_WAITING, maxWaitingPerUser: MAX_WAITING_PER_USER }
  const places = createFairSemaphore({ permits, permitsPerUser: 1, ...limits })
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
      const timer = setTimeout(() => controller.abort(tooMany()), maxWaitMs).unref()
      response.once('close', () => controller.abort(goneAway()))
      const { signal } = controller
      const leave = await places.acquire(userId, { signal }).catch(refuse)
      clearTimeout(timer)
      response.setTimeout(patienceMs, () => response.destroy())
      if (response.closed) leave()
      else response.once('close', leave)
      return { pace: (pieces) => pace(pieces, () => turns.acquire(userId)) }
    },
  }
}

async function* pace<Piece>(
  pieces: AsyncGenerator<Piece>,
  takeTurn: () => Promise<() => void>,
): AsyncGenerator<Piece> {
  try {
    for (;;) {
      const endTurn = await takeTurn()
      const next = await pieces.next().finally(endTurn)
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
