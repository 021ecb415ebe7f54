import { shareReads } from '../metrics/share-reads.ts'
import type { Services } from '../services.ts'
import { countEmails } from './email-store.ts'

export function measureEmails({ db, metrics, now }: Services): void {
  const count = shareReads(() => countEmails(db.sql))
  metrics.gauge('emails_queued', 'Emails that are still to be sent', async () => (await count()).queued)
  metrics.gauge('emails_failed', 'Emails that failed in the last days', async () => (await count()).failed)
  metrics.gauge('emails_oldest_seconds', 'Age of the oldest queued email', async () => {
    const { oldestQueuedAt } = await count()
    return oldestQueuedAt === null ? 0 : Math.max(0, (now() - oldestQueuedAt) / 1000)
  })
}
