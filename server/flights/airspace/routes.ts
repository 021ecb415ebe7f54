// The airspaces that a flight was in, and the files that a pilot adds for the own flights.
import { AirspaceFileParams, AirspaceFileQuery, type OwnAirspaceFiles } from '#dashboard/airspace.ts'
import { FlightParams } from '#contract/flight.ts'
import { requireBearer, requireCaller } from '#server/access/bearer.ts'
import { SESSION } from '#server/access/proof.ts'
import { requireSession, type SessionServices } from '#server/access/session.ts'
import type { App } from '#server/platform/http/http.ts'
import { refuseIdAs } from '#server/platform/http/problems.ts'
import { noSuchFlight } from '../read/one-flight.ts'
import { airspaceSchema } from '../schemas.ts'
import type { FlightServices } from '../scorer/scorer.ts'
import { addBodyReading, readUpload, requireUsableBody } from '../upload/read-request.ts'
import { createAirspaceReader } from './entries.ts'
import { addOwnFile, listOwnFiles, noSuchFile, OWN_LIMITS, removeOwnFile } from './files.ts'

export function addAirspaceRoutes(app: App, services: FlightServices): void {
  const sendAirspace = createAirspaceReader(services)
  const route = {
    onRequest: requireBearer(services, 'flights:read'),
    schemaErrorFormatter: refuseIdAs(noSuchFlight),
    schema: airspaceSchema,
  }
  app.get('/api/v1/flights/:id/airspace', route, async (request, reply) =>
    sendAirspace(request, reply, requireCaller(request).userId),
  )
}

export function addAirspaceDashboard(app: App, services: FlightServices & SessionServices): void {
  const onRequest = requireSession(services)
  const sendAirspace = createAirspaceReader(services)
  const flight = {
    onRequest,
    schemaErrorFormatter: refuseIdAs(noSuchFlight),
    schema: { hide: true, params: FlightParams },
  }
  app.get('/app/api/flights/:id/airspace', flight, async (request, reply) =>
    sendAirspace(request, reply, request.session.userId),
  )

  app.get(
    '/app/api/airspace-files',
    { onRequest, schema: { hide: true } },
    async ({ session }): Promise<OwnAirspaceFiles> => ({
      files: await listOwnFiles(services, session.userId),
    }),
  )

  const one = {
    config: SESSION,
    onRequest,
    schemaErrorFormatter: refuseIdAs(noSuchFile),
    schema: { hide: true, params: AirspaceFileParams },
  }
  app.delete('/app/api/airspace-files/:id', one, async ({ session, params }, reply) => {
    await removeOwnFile(services, session.userId, params.id)
    return reply.code(204).send()
  })

  void app.register(async (scope: App) => {
    addBodyReading(scope)
    const upload = {
      onRequest: [onRequest, requireUsableBody(services)],
      schema: { hide: true, querystring: AirspaceFileQuery },
      config: { ...SESSION, body: 'upload' as const },
    }
    scope.post('/app/api/airspace-files', upload, async (request, reply) => {
      const { bytes } = await readUpload(request, {}, OWN_LIMITS.bytes)
      const file = await addOwnFile(services, request.session.userId, bytes, request.query.name)
      return reply.code(201).send(file)
    })
  })
}
