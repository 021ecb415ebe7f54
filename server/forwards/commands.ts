// Flights sent to services of others, counted for the operator: a service that has changed its ways is seen here first.
import type { OperatorForwards } from '#dashboard/operator.ts'
import type { Services } from '#server/platform/services.ts'
import { keptSince } from '#server/platform/settings/retention.ts'
import { DAY_MS, toDay } from '#server/platform/time.ts'

/** Counting has an end, however large the logbooks. */
const MAX_COUNTED = 100_000

interface Day extends Omit<OperatorForwards, 'day'> {
  /** Since 1970, by UTC. */
  day: number
}

/** By the day of the last try and by kind, the latest first, as long as other refusals are kept. */
export async function listForwardDays(services: Services): Promise<{ forwards: OperatorForwards[] }> {
  // The words follow the 13 digits of their time: the greatest are the last.
  const rows = await services.db.sql<Day>`
    select kind, day, sum(there) as there, count(*) - sum(there) as failed,
      substr(max(case when there = 0 then cast(tried_at as text) || words end), 14) as words
    from (select d.kind, f.tried_at / 86400000 as day, f.tried_at, f.words,
            case when f.state in ('delivered', 'already_there') then 1 else 0 end as there
          from forwards f join destinations d on d.id = f.destination_id
          where f.tried_at >= ${keptSince(services, 'refusals')} and f.state <> 'sending'
          order by f.tried_at desc limit ${MAX_COUNTED}) as tried
    group by kind, day order by day desc, kind`
  return { forwards: rows.map((row) => ({ ...row, day: toDay(row.day * DAY_MS) })) }
}
