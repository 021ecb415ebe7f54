// A pilot names the take-off of a flight: for Bearer credentials, and for the dashboard.
import { ErrorBody } from '#contract/errors.ts'
import { FlightParams } from '#contract/flight.ts'
import { TakeoffName, TakeoffNamedResult } from '#contract/own/takeoff-names.ts'
import { requireBearer, requireCaller } from '#server/access/bearer.ts'
import { SESSION } from '#server/access/proof.ts'
import { requireSession, type SessionServices } from '#server/access/session.ts'
import type { App } from '#server/platform/http/http.ts'
import { refuseIdAs } from '#server/platform/http/problems.ts'
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

const schemaErrorFormatter = refuseIdAs(noSuchFlight)

export function addPlaceRoutes(app: App, services: FlightServices): void {
  const onRequest = requireBearer(services, 'flights:write')
  const options = { onRequest, schemaErrorFormatter, schema: nameSchema }
  app.put('/api/v1/flights/:id/takeoff', options, async (request) => {
    const { userId } = requireCaller(request)
    return { data: await nameTakeoff(services, userId, request.params.id, request.body, originOf(request)) }
  })
}

export function addPlaceDashboard(app: App, services: FlightServices & SessionServices): void {
  const schema = { hide: true, params: FlightParams, body: TakeoffName }
  const onRequest = requireSession(services)
  const options = { onRequest, config: SESSION, schemaErrorFormatter, schema }
  app.put('/app/api/flights/:id/takeoff', options, (request) =>
    nameTakeoff(services, request.session.userId, request.params.id, request.body, originOf(request)),
  )
}
