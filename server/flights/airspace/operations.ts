// The airspaces that a flight was in, and the files that a pilot adds for the own flights.
import { FlightAirspaceResult } from '#contract/airspace.ts'
import { errors } from '#contract/errors.ts'
import { FlightReference } from '#contract/flight.ts'
import { AirspaceFileParams, AirspaceFileQuery, type OwnAirspaceFiles } from '#dashboard/airspace.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { noSuchFlight } from '../read/one-flight.ts'
import { notModified, tags } from '../record/answers.ts'
import type { FlightServices } from '../record/services.ts'
import { readUpload, requireUsableBody } from '../upload/read-request.ts'
import { createAirspaceReader } from './entries.ts'
import { addOwnFile, listOwnFiles, noSuchFile, OWN_LIMITS, removeOwnFile } from './files.ts'

const airspaceSchema = {
  operationId: 'getFlightAirspace',
  tags,
  summary: 'Get airspace entries of a flight',
  description:
    'Against the data that the operator has imported, of each region those of the flight’s date, and against files that the pilot has added. Each visit has its times, places and depth, and which altitude was compared; undecidable where the file cannot tell. The way between fixes is checked, too. What follows from it is for a person to decide.',
  params: FlightReference,
  response: { 200: FlightAirspaceResult, 304: notModified, ...errors(404, 500, 503) },
}

export function declareAirspace(services: FlightServices): Operation[] {
  const sendAirspace = createAirspaceReader(services)
  return [
    operation({
      route: 'GET /flights/:id/airspace',
      doors: { api: 'flights:read', dashboard: 'session' },
      schema: airspaceSchema,
      noSuch: noSuchFlight,
      handle: ({ userId }, request, reply) => sendAirspace(request, reply, userId),
    }),
    operation({
      route: 'GET /airspace-files',
      doors: { dashboard: 'session' },
      handle: async ({ userId }): Promise<OwnAirspaceFiles> => ({
        files: await listOwnFiles(services, userId),
      }),
    }),
    operation({
      route: 'DELETE /airspace-files/:id',
      doors: { dashboard: 'session' },
      schema: { params: AirspaceFileParams },
      noSuch: noSuchFile,
      handle: async ({ userId }, { params }) => {
        await removeOwnFile(services, userId, params.id)
      },
    }),
    operation({
      route: 'POST /airspace-files',
      doors: { dashboard: 'session' },
      body: 'upload',
      before: [requireUsableBody(services)],
      schema: { querystring: AirspaceFileQuery },
      handle: async ({ userId }, request, reply) => {
        const { bytes } = await readUpload(request, {}, OWN_LIMITS.bytes)
        const file = await addOwnFile(services, userId, bytes, request.query.name)
        return reply.code(201).send(file)
      },
    }),
  ]
}
