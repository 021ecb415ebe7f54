// A pilot's records and seasons: from what is kept of them, without reading a flight.
import type { FlightRecords, Records, SeasonRecords } from '#contract/own/records.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { countLeftOut, type FlightCount, listDays } from '../counts/days-store.ts'
import { seasonOf } from '../flight.ts'
import { roundKm } from '../read/statistics.ts'
import { listRecords, type SeasonRecord } from './records-store.ts'

export async function readRecords(sql: Sql, ownerId: string, day: string): Promise<FlightRecords> {
  const records = Map.groupBy(await listRecords(sql, ownerId), ({ season }) => season)
  const days = Map.groupBy(await listDays(sql, ownerId, {}), (row) => seasonOf(row.flight_date))
  const seasons = [...days.keys()].sort((a, b) => b - a)
  return {
    allTime: describe([...records.values()].flat()),
    leftOut: await countLeftOut(sql, ownerId),
    seasons: seasons.map((season): SeasonRecords => {
      const flown = days.get(season) ?? []
      return {
        season,
        ...addUp(flown),
        toDay: addUp(flown.filter(({ flight_date: date }) => dayOfSeason(date) <= dayOfSeason(day))),
        records: describe(records.get(season) ?? []),
      }
    }),
  }
}

function addUp(days: readonly FlightCount[]): SeasonRecords['toDay'] {
  const sum = { flights: 0, seconds: 0, kilometres: 0 }
  for (const { flights, seconds, kilometres } of days) {
    sum.flights += flights
    sum.seconds += seconds
    sum.kilometres += kilometres
  }
  return { ...sum, kilometres: roundKm(sum.kilometres) }
}

/** Compares as text: October is the first month of a season. */
function dayOfSeason(date: string): string {
  return `${date.slice(5, 7) >= '10' ? 0 : 1}${date.slice(5)}`
}

function describe(records: readonly SeasonRecord[]): Records {
  const best = (name: SeasonRecord['record']) => {
    const rows = records.filter(({ record }) => record === name).sort(byValue)
    const [first] = rows
    return first ? { value: first.value, flightId: first.flight_id, date: first.flight_date } : null
  }
  return {
    distance: best('distance'),
    score: best('score'),
    duration: best('duration'),
    altitude: best('altitude'),
    climb: best('climb'),
  }
}

function byValue(a: SeasonRecord, b: SeasonRecord): number {
  return b.value - a.value || (a.flight_id < b.flight_id ? -1 : 1)
}
