// Flights sent to services of others, counted for the operator: a service that has changed its ways is seen here first.
import type { OperatorForwards } from '#dashboard/operator.ts'
import type { Services } from '#server/platform/services.ts'

const MAX_ROWS = 1000

interface CountedOutcome {
  kind: string
  day: string
  outcome: string
  count: number
  words: string | null
}

/** By day and kind, the latest first. */
export async function listForwardDays({ db }: Services): Promise<{ forwards: OperatorForwards[] }> {
  const rows = await db.sql<CountedOutcome>`
    select kind, day, outcome, count, words from forward_days where outcome <> 'begun'
    order by day desc, kind, last_at desc limit ${MAX_ROWS}`
  const days = Map.groupBy(rows, ({ kind, day }) => `${day} ${kind}`)
  return { forwards: [...days.values()].map(sumUp) }
}

const isThere = ({ outcome }: CountedOutcome) => outcome === 'delivered' || outcome === 'duplicate'

function sumUp(rows: CountedOutcome[]): OperatorForwards {
  const { kind, day } = rows[0]!
  const failed = rows.filter((row) => !isThere(row))
  const count = (some: CountedOutcome[]) => some.reduce((sum, row) => sum + row.count, 0)
  const words = failed.find((row) => row.words !== null)?.words ?? null
  return { kind, day, there: count(rows.filter(isThere)), failed: count(failed), words }
}
