// Records and seasons.
import { ErrorBody } from '#contract/errors.ts'
import { RecordsQuery, RecordsResponse } from '#contract/logbook/records.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { toDay } from '#server/platform/time.ts'
import { forPilot } from '../read/for-pilot.ts'
import { notModified, tags } from '../record/answers.ts'
import type { FlightServices } from '../record/services.ts'
import { readRecords } from './records.ts'

export function declareRecords(services: FlightServices): Operation {
  return operation({
    route: 'GET /flights/records',
    doors: { api: 'flights:read', dashboard: 'session' },
    schema: {
      operationId: 'getRecords',
      tags,
      summary: 'Get records and totals, season by season',
      description:
        'The longest distance, the most points, the longest time, the greatest altitude and the strongest climb, of all time and of each season; and flights, time and kilometres of each season, in all and up to the same day, for comparing them. Sites and months are at GET /api/v1/flights/statistics.',
      querystring: RecordsQuery,
      response: { 200: RecordsResponse, 304: notModified, 400: ErrorBody },
    },
    handle: async ({ userId }, { query: { day = toDay(services.now()), counting } }) => ({
      data: await readRecords(forPilot(services, userId).db.sql, userId, day, counting),
    }),
  })
}
