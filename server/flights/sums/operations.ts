// What a pilot's flights add up to.
import { ErrorBody } from '#contract/errors.ts'
import { type Statistics, StatisticsQuery, StatisticsResponse } from '#contract/logbook/statistics.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { toDay } from '#server/platform/time.ts'
import { forPilot } from '../read/for-pilot.ts'
import { notModified, tags } from '../record/answers.ts'
import type { FlightServices } from '../record/services.ts'
import { compareSeasons, findBest } from './records.ts'
import { readTotals } from './statistics.ts'

export function declareStatistics(services: FlightServices): Operation {
  return operation({
    route: 'GET /flights/statistics',
    doors: { api: 'flights:read', dashboard: 'session' },
    schema: {
      operationId: 'getStatistics',
      tags,
      summary: 'Get totals and records',
      description:
        'Flights, time and kilometres of all time or of one season, by site and by month, with the best flights. Every season is there beside the others, in all and up to the same day, for comparing them.',
      querystring: StatisticsQuery,
      response: { 200: StatisticsResponse, 304: notModified, 400: ErrorBody },
    },
    handle: async ({ userId }, { query: { day = toDay(services.now()), ...chosen } }) => ({
      data: await readStatistics(forPilot(services, userId).db.sql, userId, { day, ...chosen }),
    }),
  })
}

async function readStatistics(
  sql: Sql,
  ownerId: string,
  { season, day, counting = 'counted' }: StatisticsQuery & { day: string },
): Promise<Statistics> {
  const seasons = await compareSeasons(sql, ownerId, day, counting)
  const totals = await readTotals(sql, ownerId, { season, counting })
  const { flights, uncountedFlights, seconds, kilometres, sites, months } = totals
  const records = findBest(seasons.filter((one) => season === undefined || one.season === season))
  return { flights, uncountedFlights, seconds, kilometres, records, seasons, sites, months }
}
