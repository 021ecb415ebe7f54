// The pilot's gliders: for Bearer credentials, and for the dashboard.
import { GliderChange, GliderFlights, GliderParams, GliderRegistration } from '#contract/own/gliders.ts'
import { requireBearer, requireCaller } from '#server/access/bearer.ts'
import { SESSION } from '#server/access/proof.ts'
import { requireSession, type SessionServices } from '#server/access/session.ts'
import type { App } from '#server/platform/http/http.ts'
import { refuseIdAs } from '#server/platform/http/problems.ts'
import { originOf } from '#server/platform/requests/origin.ts'
import type { FlightServices } from '../scorer/scorer.ts'
import { addGlider, changeGlider, giveFlights, noSuchGlider, removeGlider } from './gliders.ts'
import * as schemas from './schemas.ts'
import { listGliders } from './store.ts'

const schemaErrorFormatter = refuseIdAs(noSuchGlider)

export function addGliderRoutes(app: App, services: FlightServices): void {
  const reading = { onRequest: requireBearer(services, 'flights:read') }
  const writing = { onRequest: requireBearer(services, 'flights:write'), schemaErrorFormatter }
  const path = '/api/v1/gliders'
  app.get(path, { ...reading, schema: schemas.listSchema }, async (request) => ({
    data: await listGliders(services.db.sql, requireCaller(request).userId),
  }))
  app.post(path, { ...writing, schema: schemas.addSchema }, async (request, reply) => {
    const data = await addGlider(services, requireCaller(request).userId, request.body)
    return reply.code(201).send({ data })
  })
  app.patch(`${path}/:id`, { ...writing, schema: schemas.changeSchema }, async (request) => ({
    data: await changeGlider(services, requireCaller(request).userId, request.params.id, request.body),
  }))
  app.delete(`${path}/:id`, { ...writing, schema: schemas.deleteSchema }, async (request, reply) => {
    await removeGlider(services, requireCaller(request).userId, request.params.id)
    return reply.code(204).send()
  })
  app.post(`${path}/:id/flights`, { ...writing, schema: schemas.flightsSchema }, async (request) => {
    const { userId } = requireCaller(request)
    const { params, body } = request
    return { data: { changed: await giveFlights(services, userId, params.id, body, originOf(request)) } }
  })
}

export function addGliderDashboard(app: App, services: FlightServices & SessionServices): void {
  const onRequest = requireSession(services)
  const path = '/app/api/gliders'
  app.get(path, { onRequest, schema: { hide: true } }, ({ session }) =>
    listGliders(services.db.sql, session.userId),
  )
  const add = { onRequest, config: SESSION, schema: { hide: true, body: GliderRegistration } }
  app.post(path, add, async ({ session, body }, reply) =>
    reply.code(201).send(await addGlider(services, session.userId, body)),
  )
  const one = { onRequest, config: SESSION, schemaErrorFormatter }
  const params = { hide: true, params: GliderParams }
  app.patch(
    `${path}/:id`,
    { ...one, schema: { ...params, body: GliderChange } },
    ({ session, params, body }) => changeGlider(services, session.userId, params.id, body),
  )
  app.delete(`${path}/:id`, { ...one, schema: params }, async ({ session, params }, reply) => {
    await removeGlider(services, session.userId, params.id)
    return reply.code(204).send()
  })
  app.post(`${path}/:id/flights`, { ...one, schema: { ...params, body: GliderFlights } }, async (request) => {
    const { session, params, body } = request
    return { changed: await giveFlights(services, session.userId, params.id, body, originOf(request)) }
  })
}
