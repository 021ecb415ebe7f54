// Sums are added up season by season when somebody asks, from an index that holds all of their numbers: none is kept in step
// with the flights.
import { setImmediate as giveOthersATurn } from 'node:timers/promises'
import { countRows } from '#server/platform/database/count.ts'
import { fragment, type Fragment, nothing, type Sql } from '#server/platform/database/database.ts'
import type { Counting } from '#contract/logbook/counting.ts'
import { conditionFor, isCounted } from '../record/counting/counted.ts'
import { datesOfSeason, seasonOf } from '../record/flight.ts'

export interface Season {
  season: number
  /** A condition: the pilot's flights of the season, as the reader counts. */
  isFlown: Fragment
}

/** From the first to the last. Between two of them others get their answers, however many flights there are. */
export async function readSeasons<Result>(
  sql: Sql,
  ownerId: string,
  counting: Counting,
  read: (season: Season) => Promise<Result[]>,
): Promise<Result[]> {
  const [flown] = await sql<{ first: string | null; last: string | null }>`
    select (select min(flight_date) from flights where owner_id = ${ownerId}) as first,
      (select max(flight_date) from flights where owner_id = ${ownerId}) as last`
  if (!flown?.first || !flown.last) return []
  const results: Result[] = []
  for (let season = seasonOf(flown.first); season <= seasonOf(flown.last); season++) {
    const { from, to } = datesOfSeason(season)
    const isFlown = fragment`owner_id = ${ownerId} and flight_date between ${from} and ${to} and ${conditionFor[counting]}`
    for (const result of await read({ season, isFlown })) results.push(result)
    await giveOthersATurn()
  }
  return results
}

/** How many of the pilot's flights do not count. */
export function countLeftOut(sql: Sql, ownerId: string, isChosen: Fragment = nothing): Promise<number> {
  return countRows(sql, fragment`flights where owner_id = ${ownerId} and not ${isCounted} ${isChosen}`)
}

/**
 * Names the state of a pilot's flights: sums that were added up for it are still right. Every change takes the pilot's next
 * number; a database that was copied back by hand may give a number again, but not with a flight of the same millisecond.
 */
export async function nameState(sql: Sql, ownerId: string): Promise<string> {
  const [row] = await sql<{ number: number; newest: number | null }>`
    select last_change as number, (select max(updated_at) from flights where owner_id = ${ownerId}) as newest
    from flight_counters where owner_id = ${ownerId}`
  return `${ownerId} ${row?.number ?? 0} ${row?.newest ?? 0}`
}
