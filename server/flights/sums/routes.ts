// Records and seasons: for Bearer credentials, and for the dashboard.
import { ErrorBody } from '#contract/errors.ts'
import { type RecordsQuery as Query, RecordsQuery, RecordsResponse } from '#contract/own/records.ts'
import { requireCaller } from '#server/access/bearer.ts'
import type { SessionServices } from '#server/access/session.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { forPilot } from '../read/for-pilot.ts'
import { bearerErrors, notModified, secured } from '../schemas.ts'
import type { FlightServices } from '../scorer/scorer.ts'
import { readRecords } from './records.ts'

const recordsSchema = {
  ...secured('getRecords', 'flights:read'),
  summary: 'Get the pilot’s records, and what each season adds up to',
  description:
    'The longest distance, the most points, the longest time, the greatest altitude and the strongest climb, of all time and of each season; and flights, time and kilometres of each season, in all and up to the same day, for comparing them.',
  querystring: RecordsQuery,
  response: { 200: RecordsResponse, 304: notModified, 400: ErrorBody, ...bearerErrors },
}

function read(services: FlightServices, userId: string, { day = today(services) }: Query) {
  return readRecords(forPilot(services, userId).db.sql, userId, day)
}

const today = ({ now }: FlightServices) => new Date(now()).toISOString().slice(0, 10)

export function declareRecordRoutes(services: FlightServices): Operation[] {
  return [
    operation({
      route: 'GET /flights/records',
      doors: { api: 'flights:read' },
      schema: recordsSchema,
      respond: async (request) => ({
        data: await read(services, requireCaller(request).userId, request.query),
      }),
    }),
  ]
}

export function declareRecordDashboard(services: FlightServices & SessionServices): Operation[] {
  return [
    operation({
      route: 'GET /flights/records',
      doors: { dashboard: 'session' },
      schema: { querystring: RecordsQuery },
      respond: (request) => read(services, request.session.userId, request.query),
    }),
  ]
}
