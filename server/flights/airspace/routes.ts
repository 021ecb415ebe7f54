// The airspaces that a flight was in, and the files that a pilot adds for the own flights.
import { AirspaceFileParams, AirspaceFileQuery, type OwnAirspaceFiles } from '#dashboard/airspace.ts'
import { FlightParams } from '#contract/flight.ts'
import { requireCaller } from '#server/access/bearer.ts'
import type { SessionServices } from '#server/access/session.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { noSuchFlight } from '../read/one-flight.ts'
import { airspaceSchema } from '../schemas.ts'
import type { FlightServices } from '../scorer/scorer.ts'
import { readUpload, requireUsableBody } from '../upload/read-request.ts'
import { createAirspaceReader } from './entries.ts'
import { addOwnFile, listOwnFiles, noSuchFile, OWN_LIMITS, removeOwnFile } from './files.ts'

export function declareAirspaceRoutes(services: FlightServices): Operation[] {
  const sendAirspace = createAirspaceReader(services)
  return [
    operation({
      route: 'GET /flights/:id/airspace',
      doors: { api: 'flights:read' },
      schema: airspaceSchema,
      noSuch: noSuchFlight,
      respond: async (request, reply) => sendAirspace(request, reply, requireCaller(request).userId),
    }),
  ]
}

export function declareAirspaceDashboard(services: FlightServices & SessionServices): Operation[] {
  const sendAirspace = createAirspaceReader(services)
  return [
    operation({
      route: 'GET /flights/:id/airspace',
      doors: { dashboard: 'session' },
      schema: { params: FlightParams },
      noSuch: noSuchFlight,
      respond: async (request, reply) => sendAirspace(request, reply, request.session.userId),
    }),
    operation({
      route: 'GET /airspace-files',
      doors: { dashboard: 'session' },
      respond: async ({ session }): Promise<OwnAirspaceFiles> => ({
        files: await listOwnFiles(services, session.userId),
      }),
    }),
    operation({
      route: 'DELETE /airspace-files/:id',
      doors: { dashboard: 'session' },
      schema: { params: AirspaceFileParams },
      noSuch: noSuchFile,
      respond: async ({ session, params }, reply) => {
        await removeOwnFile(services, session.userId, params.id)
        return reply.code(204).send()
      },
    }),
    operation({
      route: 'POST /airspace-files',
      doors: { dashboard: 'session' },
      body: 'upload',
      before: [requireUsableBody(services)],
      schema: { querystring: AirspaceFileQuery },
      respond: async (request, reply) => {
        const { bytes } = await readUpload(request, {}, OWN_LIMITS.bytes)
        const file = await addOwnFile(services, request.session.userId, bytes, request.query.name)
        return reply.code(201).send(file)
      },
    }),
  ]
}
