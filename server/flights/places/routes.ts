// A pilot names the take-off of a flight: for Bearer credentials, and for the dashboard.
import { ErrorBody } from '#contract/errors.ts'
import { FlightParams } from '#contract/flight.ts'
import { TakeoffName, TakeoffNamedResult } from '#contract/own/takeoff-names.ts'
import { requireCaller } from '#server/access/bearer.ts'
import type { SessionServices } from '#server/access/session.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { originOf } from '#server/platform/requests/origin.ts'
import { noSuchFlight } from '../read/one-flight.ts'
import { bearerErrors, secured } from '../schemas.ts'
import type { FlightServices } from '../scorer/scorer.ts'
import { nameTakeoff } from './name-takeoff.ts'

const nameSchema = {
  ...secured('nameTakeoff', 'flights:write'),
  summary: 'Name the take-off of a flight',
  description:
    'For this flight, or for all of the pilot’s that began within 500 m, and later ones. The name is the pilot’s own: nobody else’s flights have it, unless the operator of the service accepts it as a suggestion. flight.updated is sent for each flight that changes.',
  params: FlightParams,
  body: TakeoffName,
  response: { 200: TakeoffNamedResult, 400: ErrorBody, 404: ErrorBody, ...bearerErrors },
}

export function declarePlaceRoutes(services: FlightServices): Operation[] {
  return [
    operation({
      route: 'PUT /flights/:id/takeoff',
      doors: { api: 'flights:write' },
      schema: nameSchema,
      noSuch: noSuchFlight,
      respond: async (request) => {
        const { userId } = requireCaller(request)
        return {
          data: await nameTakeoff(services, userId, request.params.id, request.body, originOf(request)),
        }
      },
    }),
  ]
}

export function declarePlaceDashboard(services: FlightServices & SessionServices): Operation[] {
  return [
    operation({
      route: 'PUT /flights/:id/takeoff',
      doors: { dashboard: 'session' },
      schema: { params: FlightParams, body: TakeoffName },
      noSuch: noSuchFlight,
      respond: (request) =>
        nameTakeoff(services, request.session.userId, request.params.id, request.body, originOf(request)),
    }),
  ]
}
