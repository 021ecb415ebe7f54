// Deletes a flight: its row, its file and the event in one transaction.
import { recordDeletions, recordEvent } from '#server/events/record.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { RequestOrigin } from '#server/platform/requests/origin.ts'
import type { Services } from '#server/platform/services.ts'
import { deleteAllFlights, deleteFlight, deleteSomeFlights } from './store.ts'
import { type ChangeRequest, settleDays } from './update.ts'

/** False when there is no such flight. */
export function removeFlight(
  services: Services,
  ownerId: string,
  id: string,
  { precondition, origin }: ChangeRequest = {},
): Promise<boolean> {
  return services.db.transaction(async (sql) => {
    const nowMs = services.now()
    const removed = await deleteFlight(sql, nowMs, ownerId, id, precondition)
    if (!removed) return false
    await announceRemoval(services, sql, nowMs, ownerId, removed, origin)
    await settleDays(services, sql, nowMs, ownerId, { days: [removed.flight_date], others: [id] }, origin)
    return true
  })
}

/** Before the account is deleted; true when there may be more. */
export async function removeSomeFlights(
  services: Pick<Services, 'eventSignal' | 'now'>,
  sql: Sql,
  ownerId: string,
  limit: number,
): Promise<boolean> {
  const nowMs = services.now()
  const removed = await deleteSomeFlights(sql, nowMs, ownerId, limit)
  if (removed.length === 0) return false
  await recordDeletions(services, sql, nowMs, ownerId, removed)
  return true
}

/** With the account, in its transaction: those that are left. */
export async function removeAllFlights(
  services: Pick<Services, 'eventSignal' | 'now'>,
  sql: Sql,
  ownerId: string,
): Promise<number> {
  const nowMs = services.now()
  const removed = await deleteAllFlights(sql, nowMs, ownerId)
  if (removed.length > 0) await recordDeletions(services, sql, nowMs, ownerId, removed)
  return removed.length
}

/** The event of a deletion, in its transaction. */
export function announceRemoval(
  services: Pick<Services, 'eventSignal'>,
  sql: Sql,
  nowMs: number,
  ownerId: string,
  { id, hash }: { id: string; hash: string },
  origin?: RequestOrigin,
): Promise<void> {
  const occurredAt = new Date(nowMs).toISOString()
  const envelope = {
    event: 'flight.deleted',
    occurredAt,
    user: { id: ownerId },
    flight: { id, hash },
  } as const
  return recordEvent(services, sql, nowMs, envelope, { origin })
}
