// A pilot names the take-off of a flight.
import { errors } from '#contract/errors.ts'
import { FlightParams } from '#contract/flight.ts'
import { TakeoffName, TakeoffNamedResult } from '#contract/logbook/takeoff-names.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { originOf } from '#server/platform/requests/origin.ts'
import { noSuchFlight } from '../read/one-flight.ts'
import { tags } from '../record/answers.ts'
import type { FlightServices } from '../record/services.ts'
import { nameTakeoff } from './name-takeoff.ts'

export function declareTakeoffName(services: FlightServices): Operation {
  return operation({
    route: 'PUT /flights/:id/takeoff',
    doors: { api: 'flights:write', dashboard: 'session' },
    schema: {
      operationId: 'nameTakeoff',
      tags,
      summary: 'Name a flight’s take-off',
      description:
        'For this flight, or for all of the pilot’s that began within 500 m, and later ones. The name is the pilot’s own: no one else’s flights have it, unless the operator of the service accepts it as a suggestion. flight.updated is sent for each flight that changes.',
      params: FlightParams,
      body: TakeoffName,
      response: { 200: TakeoffNamedResult, ...errors(400, 404) },
    },
    noSuch: noSuchFlight,
    handle: async ({ userId }, request) => ({
      data: await nameTakeoff(services, userId, request.params.id, request.body, originOf(request)),
    }),
  })
}
