// The pilot's gliders: for Bearer credentials, and for the dashboard.
import { GliderChange, GliderFlights, GliderParams, GliderRegistration } from '#contract/own/gliders.ts'
import { requireCaller } from '#server/access/bearer.ts'
import type { SessionServices } from '#server/access/session.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { originOf } from '#server/platform/requests/origin.ts'
import type { FlightServices } from '../scorer/scorer.ts'
import { addGlider, changeGlider, giveFlights, noSuchGlider, removeGlider } from './gliders.ts'
import * as schemas from './schemas.ts'
import { listGliders } from './store.ts'

export function declareGliderRoutes(services: FlightServices): Operation[] {
  const path = '/gliders'
  return [
    operation({
      route: `GET ${path}`,
      doors: { api: 'flights:read' },
      schema: schemas.listSchema,
      respond: async (request) => ({
        data: await listGliders(services.db.sql, requireCaller(request).userId),
      }),
    }),
    operation({
      route: `POST ${path}`,
      doors: { api: 'flights:write' },
      schema: schemas.addSchema,
      respond: async (request, reply) => {
        const data = await addGlider(services, requireCaller(request).userId, request.body)
        return reply.code(201).send({ data })
      },
    }),
    operation({
      route: `PATCH ${path}/:id`,
      doors: { api: 'flights:write' },
      schema: schemas.changeSchema,
      noSuch: noSuchGlider,
      respond: async (request) => ({
        data: await changeGlider(services, requireCaller(request).userId, request.params.id, request.body),
      }),
    }),
    operation({
      route: `DELETE ${path}/:id`,
      doors: { api: 'flights:write' },
      schema: schemas.deleteSchema,
      noSuch: noSuchGlider,
      respond: async (request, reply) => {
        await removeGlider(services, requireCaller(request).userId, request.params.id)
        return reply.code(204).send()
      },
    }),
    operation({
      route: `POST ${path}/:id/flights`,
      doors: { api: 'flights:write' },
      schema: schemas.flightsSchema,
      noSuch: noSuchGlider,
      respond: async (request) => {
        const { userId } = requireCaller(request)
        const { params, body } = request
        return { data: { changed: await giveFlights(services, userId, params.id, body, originOf(request)) } }
      },
    }),
  ]
}

export function declareGliderDashboard(services: FlightServices & SessionServices): Operation[] {
  const path = '/gliders'
  return [
    operation({
      route: `GET ${path}`,
      doors: { dashboard: 'session' },
      respond: ({ session }) => listGliders(services.db.sql, session.userId),
    }),
    operation({
      route: `POST ${path}`,
      doors: { dashboard: 'session' },
      schema: { body: GliderRegistration },
      respond: async ({ session, body }, reply) =>
        reply.code(201).send(await addGlider(services, session.userId, body)),
    }),
    operation({
      route: `PATCH ${path}/:id`,
      doors: { dashboard: 'session' },
      schema: { params: GliderParams, body: GliderChange },
      noSuch: noSuchGlider,
      respond: ({ session, params, body }) => changeGlider(services, session.userId, params.id, body),
    }),
    operation({
      route: `DELETE ${path}/:id`,
      doors: { dashboard: 'session' },
      schema: { params: GliderParams },
      noSuch: noSuchGlider,
      respond: async ({ session, params }, reply) => {
        await removeGlider(services, session.userId, params.id)
        return reply.code(204).send()
      },
    }),
    operation({
      route: `POST ${path}/:id/flights`,
      doors: { dashboard: 'session' },
      schema: { params: GliderParams, body: GliderFlights },
      noSuch: noSuchGlider,
      respond: async (request) => {
        const { session, params, body } = request
        return { changed: await giveFlights(services, session.userId, params.id, body, originOf(request)) }
      },
    }),
  ]
}
