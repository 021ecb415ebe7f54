// A pilot's totals for the logbook.
import type { FlightStatistics } from '#dashboard/flights.ts'
import { fragment, nothing, type Sql } from '#server/platform/database/database.ts'

/** Which of a pilot's flights are counted; all of them without any of these. */
export interface StatisticsFilter {
  season?: number | undefined
  takeoffId?: string | undefined
  scoreType?: string | undefined
}

export async function readStatistics(
  sql: Sql,
  ownerId: string,
  { season, takeoffId, scoreType }: StatisticsFilter = {},
): Promise<FlightStatistics> {
  const ofSeason = season === undefined ? nothing : fragment`and f.season = ${season}`
  const ofTakeoff = takeoffId === undefined ? nothing : fragment`and f.takeoff_id = ${takeoffId}`
  const ofType = scoreType === undefined ? nothing : fragment`and f.score_type = ${scoreType}`
  const chosen = fragment`f.owner_id = ${ownerId} ${ofSeason} ${ofTakeoff} ${ofType}`
  const [totals] = await sql<{ flights: number; seconds: number; kilometres: number }>`
    select count(*) as flights, coalesce(sum(f.duration_seconds), 0) as seconds,
      coalesce(sum(f.distance_km), 0) as kilometres
    from flights f where ${chosen}`
  const [best] = await sql<{ id: string; score: number }>`
    select f.id, f.score from flights f where ${chosen} order by f.score desc, f.id limit 1`
  const seasons = await sql<{ season: number }>`
    select distinct season from flights where owner_id = ${ownerId} order by season desc`
  const types = await sql<{ type: string }>`
    select distinct f.score_type as type from flights f where ${chosen} order by type`
  const sites = await sql<FlightStatistics['sites'][number]>`
    select t.id, t.name, t.country, count(*) as flights
    from flights f join takeoffs t on t.id = f.takeoff_id where ${chosen}
    group by t.id, t.name, t.country order by flights desc, t.name, t.id`
  const days = await sql<{ day: string; seconds: number; flights: number; kilometres: number }>`
    select f.flight_date as day, sum(f.duration_seconds) as seconds, count(*) as flights,
      sum(f.distance_km) as kilometres
    from flights f where ${chosen} group by f.flight_date order by f.flight_date`
  return {
    flights: totals?.flights ?? 0,
    seconds: totals?.seconds ?? 0,
    kilometres: roundKm(totals?.kilometres ?? 0),
    bestScore: best?.score ?? 0,
    bestFlightId: best?.id ?? null,
    seasons: seasons.map((row) => row.season),
    sites: sites.map((site) => ({ ...site })),
    types: types.map((row) => row.type),
    months: sumMonths(days),
    days: days.map(({ day, seconds, flights }) => ({ day, seconds, flights })),
  }
}

function sumMonths(days: { day: string; flights: number; kilometres: number }[]): FlightStatistics['months'] {
  const months = new Map<string, { kilometres: number; flights: number }>()
  for (const { day, flights, kilometres } of days) {
    const sum = months.get(day.slice(0, 7)) ?? { kilometres: 0, flights: 0 }
    months.set(day.slice(0, 7), {
      kilometres: sum.kilometres + kilometres,
      flights: sum.flights + flights,
    })
  }
  return [...months].map(([month, sum]) => ({ month, ...sum, kilometres: roundKm(sum.kilometres) }))
}

function roundKm(kilometres: number): number {
  return Math.round(kilometres * 100) / 100
}
