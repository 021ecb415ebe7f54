// The background jobs of webhooks: number events, and deliver them.
import { keepServing, type Signals } from '#server/deliveries/worker.ts'
import { createSignal, type Signal } from '#server/platform/concurrency/signal.ts'
import type { Job } from '#server/platform/background/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import type { Pace } from '#server/platform/background/watch.ts'
import { countPendingEvents } from '#server/events/outbox.ts'
import { countDeliveries } from './delivery/backlog-store.ts'
import { createDeliverer } from './delivery/deliver.ts'
import { fanOut } from './delivery/fan-out.ts'
import { replayAll } from './manage.ts'

// Events of another node are found by polling: fan-out and delivery together take less than a second.
const POLL_INTERVAL_MS = 400

export function listWebhookJobs(services: Services): Job[] {
  const { db, now } = services
  const newDeliveries = createSignal()
  return [
    {
      name: 'events',
      everyMs: POLL_INTERVAL_MS,
      run: (signal, pace) => keepFanningOut(services, signal, newDeliveries, pace),
      count: () => countPendingEvents(db.sql),
    },
    {
      name: 'deliveries',
      everyMs: POLL_INTERVAL_MS,
      run: (signal, pace) => keepDelivering(services, signal, newDeliveries, pace),
      count: () => countDeliveries(db.sql, now()),
      retry: () => replayAll(services),
    },
  ]
}

/** Runs until it is stopped and polls by itself; after an error the job runner starts it again. */
async function keepFanningOut(
  services: Services,
  signal: AbortSignal,
  newDeliveries: Signal,
  pace: Pace,
): Promise<void> {
  const newEvents = createSignal()
  const unsubscribe = services.eventSignal.subscribe(newEvents.notify)
  try {
    while (!signal.aborted) {
      for (let count = 0; !signal.aborted && (count = await fanOut(services)) > 0;) {
        pace.count(count)
        newDeliveries.notify()
      }
      await newEvents.wait(POLL_INTERVAL_MS, signal)
    }
  } finally {
    unsubscribe()
  }
}

async function keepDelivering(
  services: Services,
  signal: AbortSignal,
  newDeliveries: Signal,
  pace: Pace,
): Promise<void> {
  const unsubscribe = services.eventSignal.subscribe(newDeliveries.notify)
  const start = (signals: Signals, onSlotFree: () => void) =>
    createDeliverer(services, signals, onSlotFree, pace)
  await keepServing(start, signal, newDeliveries, POLL_INTERVAL_MS).finally(unsubscribe)
}
