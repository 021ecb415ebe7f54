// A pilot's seasons with the records of each, found among the flights when they are asked for, and remembered until the next change.
import type { Records, SeasonStatistics } from '#contract/logbook/statistics.ts'
import type { Counting } from '#contract/logbook/counting.ts'
import { createRecent } from '#server/platform/concurrency/recent.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { datesOfSeason } from '../record/flight.ts'
import { nameState, readSeasons, type Season } from './seasons.ts'
import { roundKm } from './statistics.ts'

const MAX_RECENT = 1_000
const recall = createRecent<SeasonStatistics[]>(MAX_RECENT)

/** The latest first, each in all and up to the same day. */
export async function compareSeasons(
  sql: Sql,
  ownerId: string,
  day: string,
  counting: Counting,
): Promise<SeasonStatistics[]> {
  // Read before the flights: a change in between is found by the next reader.
  const question = `${await nameState(sql, ownerId)} ${day} ${counting}`
  return recall(question, async () => {
    const seasons = await readSeasons(sql, ownerId, counting, (season) => readSeason(sql, season, day))
    return seasons.reverse()
  })
}

/** The sums of a season, and the greatest of each number. */
interface SeasonSums {
  flights: number
  seconds: number
  kilometres: number
  flightsToDay: number
  secondsToDay: number
  kilometresToDay: number
  distance: number | null
  score: number | null
  duration: number | null
  altitude: number | null
  climb: number | null
}

/** Nothing for a season without flights. */
async function readSeason(sql: Sql, { season, isFlown }: Season, day: string): Promise<SeasonStatistics[]> {
  const lastDay = dayIn(season, day)
  const [sums] = await sql<SeasonSums>`
    select count(*) as flights, coalesce(sum(duration_seconds), 0) as seconds, coalesce(sum(distance_km), 0) as kilometres,
      count(case when flight_date <= ${lastDay} then id end) as "flightsToDay",
      coalesce(sum(case when flight_date <= ${lastDay} then duration_seconds end), 0) as "secondsToDay",
      coalesce(sum(case when flight_date <= ${lastDay} then distance_km end), 0) as "kilometresToDay",
      max(case when duration_seconds > 0 then distance_km end) as distance,
      max(case when duration_seconds > 0 then score end) as score, max(duration_seconds) as duration,
      max(case when duration_seconds > 0 then highest_m end) as altitude,
      max(case when duration_seconds > 0 then best_climb_ms end) as climb
    from flights where ${isFlown}`
  if (!sums || sums.flights === 0) return []
  const { flights, seconds, kilometres, flightsToDay, secondsToDay, kilometresToDay } = sums
  const toDay = { flights: flightsToDay, seconds: secondsToDay, kilometres: roundKm(kilometresToDay) }
  const records = await findRecords(sql, isFlown, sums)
  return [{ season, flights, seconds, kilometres: roundKm(kilometres), toDay, records }]
}

/** The same day of that season; of a leap day also in years without it. */
function dayIn(season: number, day: string): string {
  const { from, to } = datesOfSeason(season)
  const year = day.slice(5) >= from.slice(5) ? from.slice(0, 4) : to.slice(0, 4)
  return `${year}${day.slice(4)}`
}

interface Holder {
  id: string
  date: string
  distance: number
  score: number
  duration: number
  altitude: number | null
  climb: number | null
}

/** A file in which nothing flies holds no record, however high the recorder lay. */
async function findRecords(sql: Sql, isFlown: Season['isFlown'], sums: SeasonSums): Promise<Records> {
  const { distance, score, duration, altitude, climb } = sums
  const holders = await sql<Holder>`
    select id, flight_date as date, distance_km as distance, score, duration_seconds as duration, highest_m as altitude,
      best_climb_ms as climb
    from flights where ${isFlown} and duration_seconds > 0 and (distance_km = ${distance} or score = ${score}
      or duration_seconds = ${duration} or highest_m = ${altitude} or best_climb_ms = ${climb})
    order by id`
  // Of two equal flights the first one holds it.
  const holderOf = (name: keyof Records): Records['distance'] => {
    const value = sums[name] ?? 0
    const holder = value > 0 ? holders.find((flight) => flight[name] === value) : undefined
    return holder ? { value, flightId: holder.id, date: holder.date } : null
  }
  return choose(holderOf)
}

/** Of several seasons. */
export function findBest(seasons: readonly Pick<SeasonStatistics, 'records'>[]): Records {
  return choose((name) => {
    const held = seasons.flatMap(({ records }) => records[name] ?? [])
    return held.sort((a, b) => b.value - a.value || (a.flightId < b.flightId ? -1 : 1))[0] ?? null
  })
}

function choose(holderOf: (name: keyof Records) => Records['distance']): Records {
  return {
    distance: holderOf('distance'),
    score: holderOf('score'),
    duration: holderOf('duration'),
    altitude: holderOf('altitude'),
    climb: holderOf('climb'),
  }
}
