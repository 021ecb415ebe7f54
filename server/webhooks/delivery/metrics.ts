// How far delivery is behind.
import { shareReads } from '#server/platform/metrics/share-reads.ts'
import type { Services } from '#server/platform/services.ts'
import { countDeliveries } from './backlog-store.ts'

export function measureDeliveries({ db, metrics, now }: Services): void {
  const count = shareReads(() => countDeliveries(db.sql))
  metrics.gauges(
    'deliveries',
    'Webhook deliveries by state, 100,000 of each at most',
    ['state'],
    async () => {
      const { untried, retrying, failed } = await count()
      return Object.entries({ untried, retrying, failed }).map(([state, value]) => ({
        labels: { state },
        value,
      }))
    },
  )
  metrics.gauge('delivery_lag_seconds', 'Age of the oldest delivery not tried yet', async () => {
    const { oldestUntriedAt } = await count()
    return oldestUntriedAt === null ? 0 : Math.max(0, (now() - oldestUntriedAt) / 1000)
  })
}
