import { shareReads } from '../metrics/share-reads.ts'
import type { Services } from '../services.ts'
import { countLetters } from './letter-store.ts'

export function measureLetters({ db, metrics, now }: Services): void {
  const count = shareReads(() => countLetters(db.sql))
  metrics.gauge('letters_waiting', 'Letters that wait to be sent', async () => (await count()).waiting)
  metrics.gauge(
    'letters_failed',
    'Letters that were given up in the last days',
    async () => (await count()).failed,
  )
  metrics.gauge('letters_oldest_seconds', 'Age of the oldest letter that waits', async () => {
    const { oldestWaitingAt } = await count()
    return oldestWaitingAt === null ? 0 : Math.max(0, (now() - oldestWaitingAt) / 1000)
  })
}
