// The airspaces that a flight was in, and the files that a pilot adds for the own flights.
import { AirspaceFileParams, AirspaceFileQuery, type OwnAirspaceFiles } from '#dashboard/airspace.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { noSuchFlight } from '../read/one-flight.ts'
import { airspaceSchema } from '../schemas.ts'
import type { FlightServices } from '../scorer/scorer.ts'
import { readUpload, requireUsableBody } from '../upload/read-request.ts'
import { createAirspaceReader } from './entries.ts'
import { addOwnFile, listOwnFiles, noSuchFile, OWN_LIMITS, removeOwnFile } from './files.ts'

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
