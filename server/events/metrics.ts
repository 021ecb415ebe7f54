// How far fan-out is behind.
import { shareReads } from '#server/platform/metrics/share-reads.ts'
import type { Services } from '#server/platform/services.ts'
import { countPendingEvents } from './outbox.ts'

export function measureOutbox({ db, metrics, now }: Services): void {
  const count = shareReads(() => countPendingEvents(db.sql))
  metrics.gauge('outbox_events', 'Events that wait for fan-out', async () => (await count()).events)
  metrics.gauge('outbox_oldest_seconds', 'Age of the oldest of them', async () => {
    const { oldestAt } = await count()
    return oldestAt === null ? 0 : Math.max(0, (now() - oldestAt) / 1000)
  })
}
