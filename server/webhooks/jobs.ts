// The background work of webhooks: number, deliver, tell owners, forget.
import { deleteOldEvents } from '#server/events/outbox.ts'
import { createSignal, type Signal } from '#server/platform/concurrency/signal.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_MS, HOUR_MS } from '#server/platform/time.ts'
import { createDeliverer } from './delivery/deliver.ts'
import { fanOut } from './delivery/fan-out.ts'
import { deleteOldDeliveries } from './log-store.ts'
import { sendNotices } from './delivery/notices.ts'

// What another node has written is seen by looking: both looks together take a second at most.
const LOOK_EVERY_MS = 400
const NOTICES_EVERY_MS = 5000
const KEPT_MS = 30 * DAY_MS
// A stop waits this long for receivers that are answering; their events are then sent again by another worker.
const STOP_GRACE_MS = 5000

export function listWebhookJobs(services: Services): Job[] {
  const newDeliveries = createSignal()
  return [
    {
      name: 'webhook fan-out',
      everyMs: LOOK_EVERY_MS,
      run: (signal) => keepFanningOut(services, signal, newDeliveries),
    },
    {
      name: 'webhook delivery',
      everyMs: LOOK_EVERY_MS,
      run: (signal) => keepDelivering(services, signal, newDeliveries),
    },
    { name: 'webhook notices', everyMs: NOTICES_EVERY_MS, run: () => sendNotices(services) },
    { name: 'webhook log', everyMs: HOUR_MS, run: () => forgetOld(services) },
  ]
}

/** Runs until it is stopped, rests by itself, and is begun again by the job runner after a fault. */
async function keepFanningOut(services: Services, signal: AbortSignal, newDeliveries: Signal): Promise<void> {
  const newEvents = createSignal()
  const unsubscribe = services.eventSignal.subscribe(newEvents.notify)
  try {
    while (!signal.aborted) {
      while (!signal.aborted && (await fanOut(services)) > 0) newDeliveries.notify()
      await newEvents.wait(LOOK_EVERY_MS, signal)
    }
  } finally {
    unsubscribe()
  }
}

async function keepDelivering(services: Services, signal: AbortSignal, newDeliveries: Signal): Promise<void> {
  const killing = new AbortController()
  const deliverer = createDeliverer(
    services,
    { stopping: signal, killing: killing.signal },
    newDeliveries.notify,
  )
  const unsubscribe = services.eventSignal.subscribe(newDeliveries.notify)
  try {
    while (!signal.aborted) {
      await deliverer.start()
      await newDeliveries.wait(LOOK_EVERY_MS, signal)
    }
  } finally {
    unsubscribe()
    const timer = setTimeout(() => killing.abort(), signal.aborted ? STOP_GRACE_MS : 0)
    await deliverer.finish()
    clearTimeout(timer)
  }
}

/** True when there is more. */
async function forgetOld({ db, now }: Services): Promise<boolean> {
  await deleteOldEvents(db.sql, now() - KEPT_MS)
  return deleteOldDeliveries(db.sql, now() - KEPT_MS)
}
