// Event -> one numbered delivery per webhook, in one transaction: none without the other, no number twice or left out.
import {
  hasPendingEvents,
  markFannedOut,
  type PendingEvent,
  takePendingEvents,
} from '#server/events/outbox.ts'
import { createId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import {
  advanceSequence,
  insertDeliveries,
  lockTargets,
  type NewDelivery,
  type Target,
} from './queue-store.ts'

const EVENTS_AT_ONCE = 200

/** Gives how many events were handed on: none when there are none left. */
export async function fanOut({ db, now }: Pick<Services, 'db' | 'now'>): Promise<number> {
  if (!(await hasPendingEvents(db.sql))) return 0
  return db.transaction(async (sql) => {
    const events = await takePendingEvents(sql, EVENTS_AT_ONCE)
    const userIds = new Set(events.map((event) => event.userId))
    const applicationIds = new Set(events.flatMap((event) => event.audience))
    const targets = await lockTargets(sql, [...userIds], [...applicationIds])
    await insertDeliveries(sql, now(), planDeliveries(now(), events, targets))
    for (const target of targets) await advanceSequence(sql, now(), target.id, target.last_sequence)
    await markFannedOut(sql, now(), events)
    return events.length
  })
}

/** Raises `last_sequence` of each target by its deliveries. */
function planDeliveries(nowMs: number, events: readonly PendingEvent[], targets: Target[]): NewDelivery[] {
  return events.flatMap((event) =>
    targets
      .filter((target) => isDueTo(event, target))
      .map((target) => ({
        id: createId(nowMs),
        webhookId: target.id,
        sequence: ++target.last_sequence,
        eventId: event.id,
        event: event.type,
        userId: event.userId,
        payload: event.payload,
        isTest: false,
        // A disabled webhook is not sent anything, but the event has its number: what was missed can be seen.
        status: target.disabled_at === null ? ('pending' as const) : ('failed' as const),
      })),
  )
}

function isDueTo(event: PendingEvent, target: Target): boolean {
  // What happened before a webhook was registered is not its business.
  if (target.created_at > event.occurredAt) return false
  if (target.application_id !== null) return event.audience.includes(target.application_id)
  return target.user_id === event.userId
}
