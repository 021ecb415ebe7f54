// Changes stored flights: each change and its event are one transaction.
import type { FlightUpdated, FlightUploaded } from '#contract/events.ts'
import { recordEvent } from '#server/events/record.ts'
import { createFairSemaphore } from '#server/platform/concurrency/fair-semaphore.ts'
import { fragment, type Sql } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import type { Work } from '#server/platform/background/figures.ts'
import { startProgress } from '#server/platform/background/progress.ts'
import { type Change, type ChangeRequest, makeChange } from './change.ts'
import { type Settled, settleTwins } from './counting/settle.ts'
import type { FlightRow } from './columns.ts'
import {
  type Announced,
  changeFlight,
  type ChangedFlight,
  countFlights,
  findFlight,
  listFlightsAfter,
} from './store.ts'

/** A related row has changed elsewhere; false when the flight is gone. */
export async function touchFlight(change: Change, id: string): Promise<boolean> {
  return announceChange(change, await changeFlight(change, id, fragment`takeoff_id = takeoff_id`))
}

/** After a recording of these days came, changed or went, in its transaction: others may count now, or no longer. */
export async function settleDays(change: Change, settled: Settled): Promise<void> {
  for (const changed of await settleTwins(change, settled)) await announceChange(change, changed)
}

/** A pilot waits for it. */
export const changing: Work = { name: 'changes', isAwaited: true }

const PAGE_SIZE = 100
/** One of many changes at a time for each pilot: several such requests of one pilot would keep all others from writing. */
const turns = createFairSemaphore({ permits: 2, permitsPerUser: 1 })

/** Many changes of flights of one pilot, each a separate transaction with its event. */
export interface Changes<Flight> extends ChangeRequest {
  services: Services
  ownerId: string
  change: (change: Change, flight: Flight) => Promise<boolean>
}

/** How many have changed. */
export async function changeEach<Flight>(
  { services, ownerId, change, ...request }: Changes<Flight>,
  flights: readonly Flight[],
): Promise<number> {
  let changed = 0
  for (const flight of flights) {
    const endTurn = await turns.acquire(ownerId)
    const done = makeChange(services, ownerId, (begun) => change(begun, flight), request)
    if (await done.finally(endTurn)) changed++
  }
  return changed
}

/**
 * Of a whole logbook those that match, the earliest days first. It is read page by page and not by the match: a
 * statement that looks for the few of 100,000 flights that are left would hold up everybody.
 */
export async function changeAll(
  changes: Changes<FlightRow>,
  isMeant: (flight: FlightRow) => boolean,
): Promise<number> {
  const { services, ownerId } = changes
  const countAll = () => countFlights(services.db.sql, ownerId)
  const progress = startProgress(services, { name: changing.name, about: { userId: ownerId }, countAll })
  let changed = 0
  try {
    for (let after: FlightRow | undefined; ;) {
      const page = await listFlightsAfter(services.db.sql, ownerId, after, PAGE_SIZE)
      changed += await changeEach(changes, page.filter(isMeant))
      await progress.add(page.length)
      if (page.length < PAGE_SIZE) return changed
      after = page.at(-1)
    }
  } finally {
    await progress.end()
  }
}

/** The event of a change, in its transaction; false when there was none. */
export async function announceChange(change: Change, flight: ChangedFlight | undefined): Promise<boolean> {
  if (flight) await announce(change, 'flight.updated', flight)
  return flight !== undefined
}

/** The event of an upload, in its transaction. */
export const announceUpload = (change: Change, flight: Announced): Promise<void> =>
  announce(change, 'flight.uploaded', flight)

function announce(
  { services, sql, nowMs, ownerId, origin }: Change,
  event: (FlightUploaded | FlightUpdated)['event'],
  flight: Announced,
): Promise<void> {
  const envelope = {
    event,
    occurredAt: new Date(nowMs).toISOString(),
    user: { id: ownerId },
    flight: tellFlight(flight),
  }
  return recordEvent(services, sql, nowMs, envelope, flight.uploaded_by, origin)
}

/** As events tell of it. */
export function tellFlight(flight: Omit<Announced, 'uploaded_by'>): FlightUploaded['flight'] {
  const { glider } = JSON.parse(flight.metadata) as { glider?: string | null }
  return {
    id: flight.id,
    hash: flight.hash,
    date: flight.flight_date,
    distance: flight.distance_km,
    score: flight.score,
    type: flight.score_type,
    gliderType: glider ?? null,
    durationSeconds: flight.duration_seconds,
  }
}

/** For a test of a webhook. */
export async function findEventFlight(
  sql: Sql,
  ownerId: string,
  flightId: string,
): Promise<FlightUploaded['flight'] | undefined> {
  const row = await findFlight(sql, ownerId, flightId)
  return row && tellFlight(row)
}
