import type { FlightServices } from '../record/services.ts'

export function measureScorer({ metrics, scorer }: FlightServices): void {
  metrics.gauge('scorer_waiting', 'Files that wait to be scored', async () => scorer.queue().waiting)
  metrics.gauge(
    'scorer_queued_bytes',
    'Size of the files that wait or are being scored',
    async () => scorer.queue().bytes,
  )
}
