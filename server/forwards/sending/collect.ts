// Takes flights for destinations, outside the upload: by the number of the pilot's last change.
import type { DestinationFilter } from '#contract/forwards/destinations.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Kind } from '../kinds/kind.ts'
import { insertForwards, type NewForward } from '../forwards-store.ts'
import { findReason, findUsefulUntil } from '../rules.ts'
import type { ForwardableFlight } from '#server/events/pilots-flights.ts'
import { findKind, type ForwardServices, listKinds } from '../sources.ts'
import { type Destination, destinationReceivers, findDestination } from '../store.ts'

const BATCH = 200
const AT_ONCE = 50

/** True when there may be more. */
export async function collectFlights(services: ForwardServices): Promise<boolean> {
  const kinds = listKinds(services).map(([name]) => name)
  if (kinds.length === 0) return false
  // Flights of a kind that is switched off are taken when it is switched on again.
  const behind = await services.db.sql<{ id: string }>`
    select d.id from destinations d join flight_counters c on c.owner_id = d.user_id
    where c.last_change > d.seen_change and not d.is_source and d.kind in (${paddedList(kinds)}) order by d.id limit ${AT_ONCE}`
  for (const { id } of behind) await services.db.transaction((sql) => collectFor(services, sql, id))
  return behind.length === AT_ONCE
}

async function collectFor(services: ForwardServices, sql: Sql, id: string): Promise<void> {
  const destination = await findDestination(sql, id, { isLocked: true })
  const kind = destination && findKind(services, destination.kind)
  if (!kind) return
  const [counter] = await sql<{ last: number }>`
    select last_change as last from flight_counters where owner_id = ${destination.user_id}`
  const changed = await services.forwardable.list(sql, destination.user_id, {
    after: destination.seen_change,
    max: BATCH,
  })
  // Switched off, it takes nothing; flights from before it was added are for a backfill.
  const isNew = ({ uploadedAt }: ForwardableFlight) =>
    destination.state !== 'off' && uploadedAt >= destination.created_at
  const news = changed.filter(isNew)
  const { delayMs } = services.config.forwards
  const dueAt = ({ uploadedAt }: ForwardableFlight) => uploadedAt + delayMs
  await takeFlights(services, sql, destination, kind, news, { isBackfill: false, dueAt })
  const seen = changed.length === BATCH ? changed.at(-1)!.changeNumber : (counter?.last ?? 0)
  await noteSeen(sql, id, seen)
}

async function noteSeen(sql: Sql, id: string, change: number): Promise<void> {
  await sql`update destinations set seen_change = ${change} where id = ${id}`
}

/** Of these flights, those that fit; how many were added. The caller holds the destination's lock. */
export async function takeFlights(
  { now }: Pick<ForwardServices, 'now'>,
  sql: Sql,
  destination: Destination,
  kind: Kind,
  flights: readonly ForwardableFlight[],
  { isBackfill, dueAt }: { isBackfill: boolean; dueAt: (flight: ForwardableFlight, index: number) => number },
): Promise<number> {
  const nowMs = now()
  const forwards = listFitting(nowMs, destination, kind, flights).map((flight, index): NewForward => ({
    destinationId: destination.id,
    flightId: flight.id,
    isBackfill,
    dueAt: dueAt(flight, index),
    usefulUntil: findUsefulUntil(nowMs, kind, flight.date),
  }))
  const count = await insertForwards(sql, nowMs, forwards)
  // One that needs its pilot is asked once a day, whatever waits.
  if (count > 0 && destination.state !== 'needs_you')
    await destinationReceivers.hasten(sql, destination.id, Math.min(...forwards.map((one) => one.dueAt)))
  return count
}

/** Also without those that the service would take no more. */
export function listFitting(
  nowMs: number,
  { filter }: Pick<Destination, 'filter'>,
  kind: Kind,
  flights: readonly ForwardableFlight[],
): ForwardableFlight[] {
  const wanted = JSON.parse(filter) as DestinationFilter
  return flights.filter(
    (flight) =>
      findReason(kind, wanted, flight) === undefined && findUsefulUntil(nowMs, kind, flight.date) > nowMs,
  )
}
