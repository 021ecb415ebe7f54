// Makes one flight of two recordings: for Bearer credentials, and for the dashboard.
import { ErrorBody } from '#contract/errors.ts'
import { ChangeHeaders, FlightDetail, FlightParams } from '#contract/flight.ts'
import { FlightMerge } from '#contract/own/merge.ts'
import { requireCaller } from '#server/access/bearer.ts'
import type { SessionServices } from '#server/access/session.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { originOf } from '#server/platform/requests/origin.ts'
import { readPrecondition } from '../precondition.ts'
import { noSuchFlight, requireFlight, sendChanged } from '../read/one-flight.ts'
import { bearerErrors, secured } from '../schemas.ts'
import type { FlightServices } from '../scorer/scorer.ts'
import { mergeFlights } from './merge.ts'

const mergeSchema = {
  ...secured('mergeFlights', 'flights:delete'),
  security: [{ oauth2: ['flights:write', 'flights:delete'] }],
  summary: 'Merge two recordings of one flight',
  description:
    'Keeps this recording and deletes the other. The flight gets what the other has and it lacks: title, photos, the pilot’s glider and name of the take-off; notes are joined, with the title of the other where both have one. Links to either lead to it. It counts if either did. Needs flights:write and flights:delete, since a file is deleted; a personal key cannot have the second. Asked for again, it is answered as the first time. 409 when they are not recognised as one flight, when together they have more than six photos or 5000 characters of notes, or when their visibility differs and none is given: then nothing is changed.',
  headers: ChangeHeaders,
  params: FlightParams,
  body: FlightMerge,
  response: {
    200: FlightDetail,
    400: ErrorBody,
    404: ErrorBody,
    409: ErrorBody,
    412: ErrorBody,
    ...bearerErrors,
  },
}

export function declareMergeRoutes(services: FlightServices): Operation[] {
  return [
    operation({
      route: 'POST /flights/:id/merge',
      doors: { api: ['flights:write', 'flights:delete'] },
      schema: mergeSchema,
      noSuch: noSuchFlight,
      respond: async (request, reply) => {
        const { userId, scopes } = requireCaller(request)
        const { id } = request.params
        const given = { precondition: readPrecondition(request, userId, id), origin: originOf(request) }
        await mergeFlights(services, userId, id, request.body, given)
        const row = await requireFlight(services, userId, id)
        return sendChanged(reply, row, scopes)
      },
    }),
  ]
}

export function declareMergeDashboard(services: FlightServices & SessionServices): Operation[] {
  return [
    operation({
      route: 'POST /flights/:id/merge',
      doors: { dashboard: 'session' },
      schema: { params: FlightParams, body: FlightMerge },
      noSuch: noSuchFlight,
      respond: async (request, reply) => {
        const { session, params, body } = request
        await mergeFlights(services, session.userId, params.id, body, { origin: originOf(request) })
        return reply.code(204).send()
      },
    }),
  ]
}
