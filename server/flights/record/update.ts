// Changes a stored flight: the change and its event are one transaction.
import type { FlightUpdated } from '#contract/events.ts'
import type { FlightCorrection } from '#contract/flight.ts'
import { recordEvent } from '#server/events/record.ts'
import { createFairSemaphore } from '#server/platform/concurrency/fair-semaphore.ts'
import { fragment, type Sql } from '#server/platform/database/database.ts'
import type { RequestOrigin } from '#server/platform/requests/origin.ts'
import type { Services } from '#server/platform/services.ts'
import type { FlightRow } from './flight.ts'
import { holdCounter } from './change-numbers.ts'
import { changeTakeoff, correctFlight } from '../own/correct-store.ts'
import { changeScore, type ScoredFlight, type ScoreChange } from '../rescore/score-store.ts'
import { beginChange } from './change.ts'
import { changeFlight, type ChangedFlight, listFlightsAfter, type Precondition } from './store.ts'
import { changeSignature, finishCheck, type SignatureVerdict } from '../signatures/store.ts'
import { isNamedNear } from '../takeoffs/own-store.ts'
import { type Launch, requireTakeoff } from '../takeoffs/takeoffs.ts'
import { settleTwins } from './counting/settle.ts'

/** What the request that changes a flight brings along. */
export interface ChangeRequest {
  precondition?: Precondition | undefined
  origin?: RequestOrigin
}

/** What the owner knows better; false when there is no such flight. */
export function updateFlight(
  services: Services,
  ownerId: string,
  id: string,
  correction: FlightCorrection,
  request?: ChangeRequest,
): Promise<boolean> {
  return services.db.transaction((sql) => updateFlightIn(services, sql, ownerId, id, correction, request))
}

/** The same in a transaction that does more. */
export async function updateFlightIn(
  services: Services,
  sql: Sql,
  ownerId: string,
  id: string,
  correction: FlightCorrection,
  { precondition, origin }: ChangeRequest = {},
): Promise<boolean> {
  const nowMs = services.now()
  const changed = await correctFlight(sql, nowMs, ownerId, id, correction, precondition)
  const isChanged = await announceChange(services, sql, nowMs, ownerId, changed, origin)
  if (changed && correction.is_counted !== undefined)
    await settleDays(services, sql, nowMs, ownerId, { days: [changed.flight_date] }, origin)
  return isChanged
}

/** False when the flight is gone or was scored by another process in the meantime. */
export function updateScore(
  services: Services,
  flight: ScoredFlight,
  launch: Launch,
  change: Omit<ScoreChange, 'takeoffId'>,
): Promise<boolean> {
  const nowMs = services.now()
  const { ownerId } = flight
  return services.db.transaction(async (sql) => {
    await holdCounter(sql, ownerId)
    const takeoffId = await findSite(sql, nowMs, flight, launch)
    const changed = await changeScore(sql, nowMs, ownerId, flight, { ...change, takeoffId })
    const isChanged = await announceChange(services, sql, nowMs, ownerId, changed)
    const days = [flight.flightDate, changed?.flight_date ?? flight.flightDate]
    if (changed) await settleDays(services, sql, nowMs, ownerId, { days, others: [flight.id] })
    return isChanged
  })
}

/** To another take-off, which is found or made while the pilot's counter is held; false when it is there, or is gone. */
export function moveFlight(
  services: Services,
  ownerId: string,
  id: string,
  findPlace: (sql: Sql, nowMs: number) => Promise<string>,
  origin?: RequestOrigin,
): Promise<boolean> {
  const nowMs = services.now()
  return services.db.transaction(async (sql) => {
    await holdCounter(sql, ownerId)
    const takeoffId = await findPlace(sql, nowMs)
    const changed = await changeTakeoff(sql, nowMs, ownerId, id, takeoffId)
    return announceChange(services, sql, nowMs, ownerId, changed, origin)
  })
}

/** What is said of it has changed elsewhere; false when it is gone. */
export function touchFlight(
  services: Services,
  ownerId: string,
  id: string,
  origin?: RequestOrigin,
): Promise<boolean> {
  const nowMs = services.now()
  return services.db.transaction(async (sql) => {
    const change = await beginChange(sql, nowMs, ownerId)
    const changed = change && (await changeFlight(sql, change, id, fragment`takeoff_id = takeoff_id`))
    return announceChange(services, sql, nowMs, ownerId, changed, origin)
  })
}

/** What the validation server says of it; nothing when the flight is gone or its signature is known by now. */
export function updateSignature(
  services: Services,
  ownerId: string,
  flightId: string,
  verdict: SignatureVerdict,
): Promise<boolean> {
  const nowMs = services.now()
  return services.db.transaction(async (sql) => {
    await finishCheck(sql, ownerId, flightId)
    const changed = await changeSignature(sql, nowMs, ownerId, flightId, verdict)
    return announceChange(services, sql, nowMs, ownerId, changed)
  })
}

/** The flight's own while it launches where it did; a launch that was found elsewhere may have another. */
async function findSite(sql: Sql, nowMs: number, flight: ScoredFlight, launch: Launch): Promise<string> {
  const { launch: before } = JSON.parse(flight.metadata) as { launch?: { lat: number; lng: number } }
  if (!before || (before.lat === launch.latitude && before.lng === launch.longitude)) return flight.takeoffId
  if (await isNamedNear(sql, flight.takeoffId, launch)) return flight.takeoffId
  return (await requireTakeoff(sql, nowMs, flight.ownerId, launch)).id
}

/**
 * After a recording of these days came, changed or went, in its transaction: others may count now, or no longer, also those
 * of other days that are copies of `others`.
 */
export async function settleDays(
  services: Services,
  sql: Sql,
  nowMs: number,
  ownerId: string,
  { days, others = [] }: { days: readonly string[]; others?: readonly string[] },
  origin?: RequestOrigin,
): Promise<void> {
  for (const changed of await settleTwins(sql, nowMs, ownerId, days, others))
    await announceChange(services, sql, nowMs, ownerId, changed, origin)
}

const PAGE_SIZE = 100
/** One of many changes at a time for each pilot: several such requests of one pilot would keep all others from writing. */
const turns = createFairSemaphore({ permits: 2, permitsPerUser: 1 })

/** Each a change of its own, with its event. How many have changed. */
export async function changeEach<Flight>(
  ownerId: string,
  flights: readonly Flight[],
  change: (flight: Flight) => Promise<boolean>,
): Promise<number> {
  let changed = 0
  for (const flight of flights) {
    const endTurn = await turns.acquire(ownerId)
    if (await change(flight).finally(endTurn)) changed++
  }
  return changed
}

/**
 * Of a whole logbook those that are meant, the earliest days first. It is read page by page and not by what is meant: a
 * statement that looks for the few of 100,000 flights that are left would hold up everybody.
 */
export async function changeAll(
  services: Services,
  ownerId: string,
  isMeant: (flight: FlightRow) => boolean,
  change: (flight: FlightRow) => Promise<boolean>,
): Promise<number> {
  let changed = 0
  for (let after: FlightRow | undefined; ;) {
    const page = await listFlightsAfter(services.db.sql, ownerId, after, PAGE_SIZE)
    changed += await changeEach(ownerId, page.filter(isMeant), change)
    if (page.length < PAGE_SIZE) return changed
    after = page.at(-1)
  }
}

/** The event of a change, in its transaction; false when there was none. */
export async function announceChange(
  services: Services,
  sql: Sql,
  nowMs: number,
  ownerId: string,
  flight: ChangedFlight | undefined,
  origin?: RequestOrigin,
): Promise<boolean> {
  if (!flight) return false
  const { glider } = JSON.parse(flight.metadata) as { glider?: string | null }
  const envelope: FlightUpdated = {
    event: 'flight.updated',
    occurredAt: new Date(nowMs).toISOString(),
    user: { id: ownerId },
    flight: {
      id: flight.id,
      hash: flight.hash,
      date: flight.flight_date,
      distance: flight.distance_km,
      score: flight.score,
      type: flight.score_type,
      gliderType: glider ?? null,
      durationSeconds: flight.duration_seconds,
    },
  }
  await recordEvent(services, sql, nowMs, envelope, { origin })
  return true
}
