// Event -> one numbered delivery per webhook, in one transaction: no number is given twice or skipped.
import {
  hasPendingEvents,
  isLater,
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

const MAX_BATCH_SIZE = 200

/** Returns how many events were fanned out; 0 when none are pending. */
export async function fanOut({ db, now }: Pick<Services, 'db' | 'now'>): Promise<number> {
  if (!(await hasPendingEvents(db.sql))) return 0
  return db.transaction(async (sql) => {
    const events = await takePendingEvents(sql, MAX_BATCH_SIZE)
    const userIds = new Set(events.map((event) => event.userId))
    const applicationIds = new Set(events.flatMap((event) => event.audience))
    const targets = await lockTargets(sql, [...userIds], [...applicationIds])
    const deliveries = planDeliveries(now(), events, targets)
    await insertDeliveries(sql, now(), deliveries)
    const reached = new Set(deliveries.map(({ webhookId }) => webhookId))
    for (const { id, last_sequence } of targets.filter((target) => reached.has(target.id)))
      await advanceSequence(sql, now(), id, last_sequence)
    await markFannedOut(sql, now(), events)
    return events.length
  })
}

/** Advances `last_sequence` of each target by its deliveries. */
function planDeliveries(nowMs: number, events: readonly PendingEvent[], targets: Target[]): NewDelivery[] {
  return events.flatMap((event) =>
    targets
      .filter((target) => isRecipient(event, target))
      .map((target) => ({
        id: createId(nowMs),
        webhookId: target.id,
        sequence: ++target.last_sequence,
        eventId: event.id,
        event: event.type,
        userId: event.userId,
        payload: event.payload,
        isTest: false,
        // A disabled webhook is sent nothing, but its events are numbered: the missed ones can be seen.
        status: target.disabled_at === null ? ('pending' as const) : ('failed' as const),
      })),
  )
}

function isRecipient(event: PendingEvent, target: Target): boolean {
  if (!(JSON.parse(target.events) as string[]).includes(event.type)) return false
  if (!isLater(event, target.registration)) return false
  if (target.application_id !== null) return event.audience.includes(target.application_id)
  return target.user_id === event.userId
}
