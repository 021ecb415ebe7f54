// The background jobs of forwards: take flights for destinations, and send them.
import { keepServing, type Signals } from '#server/deliveries/worker.ts'
import { createSignal } from '#server/platform/concurrency/signal.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Backlog } from '#server/platform/background/figures.ts'
import type { Job } from '#server/platform/background/jobs.ts'
import { SECOND_MS } from '#server/platform/time.ts'
import { collectFlights } from './sending/collect.ts'
import { createForwarder } from './sending/serve.ts'
import type { ForwardServices } from './sources.ts'

// Flights wait ten minutes: there is no hurry.
const COLLECT_MS = 2 * SECOND_MS
const POLL_MS = SECOND_MS
/** Counting has an end, however large the backlog. */
const MAX_COUNTED = 100_000

export function listForwardJobs(services: ForwardServices): Job[] {
  const { db, eventSignal } = services
  return [
    { name: 'forward-intake', everyMs: COLLECT_MS, run: () => collectFlights(services) },
    {
      name: 'forwards',
      everyMs: POLL_MS,
      run: async (signal, pace) => {
        const wake = createSignal()
        const unsubscribe = eventSignal.subscribe(wake.notify)
        const start = (signals: Signals, onSlotFree: () => void) =>
          createForwarder(services, signals, onSlotFree, pace)
        await keepServing(start, signal, wake, POLL_MS).finally(unsubscribe)
      },
      count: () => countForwardWork(db.sql),
    },
  ]
}

async function countForwardWork(sql: Sql): Promise<Backlog> {
  const [row] = await sql<{ waiting: number; running: number; oldest: number | null }>`
    select count(case when state = 'waiting' then 1 end) as waiting, count(case when state = 'sending' then 1 end) as running,
      min(case when tries = 0 then next_try_at end) as oldest
    from (select state, tries, next_try_at from forwards where next_try_at is not null limit ${MAX_COUNTED}) as open`
  const [failed] = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 as one from forwards where state in ('refused', 'expired', 'given_up') limit ${MAX_COUNTED}) as failed`
  return {
    waiting: row?.waiting ?? 0,
    running: row?.running ?? 0,
    failed: failed?.count ?? 0,
    oldestAt: row?.oldest ?? null,
  }
}
