// Deletes a flight: its row, its file and the event in one transaction.
import { recordDeletions, recordEvent } from '#server/events/record.ts'
import { type Change, requirePrecondition } from './change.ts'
import { deleteAllFlights, deleteFlight, deleteSomeFlights, type RemovedFlight } from './store.ts'
import { settleDays } from './update.ts'

/** False when there is no such flight. */
export async function removeFlight(change: Change, id: string): Promise<boolean> {
  await requirePrecondition(change)
  const removed = await deleteFlight(change, id)
  if (!removed) return false
  await announceRemoval(change, removed)
  await settleDays(change, { days: [removed.flight_date], about: [], gone: [removed] })
  return true
}

/** Before the account is deleted; true when there may be more. */
export async function removeSomeFlights(change: Change, limit: number): Promise<boolean> {
  const removed = await deleteSomeFlights(change, limit)
  await announceRemovals(change, removed)
  return removed.length > 0
}

/** With the account, in its transaction: those that are left. */
export async function removeAllFlights(change: Change): Promise<number> {
  const removed = await deleteAllFlights(change)
  await announceRemovals(change, removed)
  return removed.length
}

/** The event of a deletion, in its transaction. */
export function announceRemoval(
  { services, sql, nowMs, ownerId, origin }: Change,
  { id, hash, uploaded_by }: RemovedFlight,
): Promise<void> {
  const occurredAt = new Date(nowMs).toISOString()
  const envelope = {
    event: 'flight.deleted',
    occurredAt,
    user: { id: ownerId },
    flight: { id, hash },
  } as const
  return recordEvent(services, sql, nowMs, envelope, uploaded_by, origin)
}

async function announceRemovals(
  { services, sql, nowMs, ownerId }: Change,
  removed: readonly RemovedFlight[],
): Promise<void> {
  if (removed.length > 0) await recordDeletions(services, sql, nowMs, ownerId, removed)
}
