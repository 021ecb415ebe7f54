// Makes one flight of two recordings.
import { errors } from '#contract/errors.ts'
import { ChangeHeaders, FlightDetail, FlightParams } from '#contract/flight.ts'
import { FlightMerge } from '#contract/logbook/merge.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { type Change, makeChange } from '../record/change.ts'
import { describeChange } from '../record/precondition.ts'
import { noSuchFlight, requireFlight, sendChanged } from '../read/one-flight.ts'
import { tags } from '../record/answers.ts'
import type { FlightServices } from '../record/services.ts'
import { mergeFlights } from './merge.ts'

export function declareMerge(services: FlightServices): Operation {
  return operation({
    route: 'POST /flights/:id/merge',
    doors: { api: ['flights:write', 'flights:delete'], dashboard: 'session' },
    // Of one flight, as when it is changed.
    widens: () => false,
    schema: {
      operationId: 'mergeFlights',
      tags,
      summary: 'Merge two recordings of the same flight',
      description:
        'Keeps this recording and deletes the other. The flight gets what the other has and it lacks: title, photos, the pilot’s glider and name of the take-off; notes are joined, with the title of the other where both have one. Links to either lead to it. It counts if either did. Needs flights:write and flights:delete, since a file is deleted; a personal key cannot have the second. Asked for again, it is answered as the first time. 409 when they are not recognised as one flight, when together they have more than six photos or 5000 characters of notes, or when their visibility differs and none is given: then nothing is changed.',
      headers: ChangeHeaders,
      params: FlightParams,
      body: FlightMerge,
      response: { 200: FlightDetail, ...errors(400, 404, 409, 412) },
    },
    noSuch: noSuchFlight,
    handle: async (caller, request, reply) => {
      const { userId } = caller
      const { id } = request.params
      const merge = (change: Change) => mergeFlights(change, id, request.body)
      await makeChange(services, userId, merge, describeChange(request, userId, id))
      return sendChanged(reply, await requireFlight(services, userId, id), caller)
    },
  })
}
