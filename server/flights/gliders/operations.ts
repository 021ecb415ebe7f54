// The pilot's gliders.
import { ErrorBody, errors } from '#contract/errors.ts'
import * as contract from '#contract/logbook/gliders.ts'
import { noContent, ShortListQuery } from '#contract/values.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { pageOf } from '#server/access/operations/pages.ts'
import { originOf } from '#server/platform/requests/origin.ts'
import type { FlightServices } from '../record/services.ts'
import { addGlider, changeGlider, giveFlights, noSuchGlider, removeGlider } from './gliders.ts'
import { listGliders } from './store.ts'

const tags = ['Gliders']
const reading = { api: 'flights:read', dashboard: 'session' } as const
const writing = { api: 'flights:write', dashboard: 'session' } as const

export function declareGliders(services: FlightServices): Operation[] {
  return [
    operation({
      route: 'GET /gliders',
      doors: reading,
      schema: {
        operationId: 'listGliders',
        tags,
        summary: 'List gliders and their airtime',
        description:
          'In all, and since the last inspection. What a file says of its glider is in the metadata of its flight; these are the pilot’s own, chosen for each flight by gliderId of PATCH /api/v1/flights/{id}. A new flight has the glider that its file names, or else the default.',
        querystring: ShortListQuery,
        response: { 200: contract.GliderList, 400: ErrorBody },
      },
      handle: async ({ userId }, { query }) =>
        pageOf(await listGliders(services.db.sql, userId), query, ({ id }) => id),
    }),
    operation({
      route: 'POST /gliders',
      doors: writing,
      schema: {
        operationId: 'addGlider',
        tags,
        summary: 'Add a glider',
        description: 'A pilot has up to 100 gliders. Existing flights keep the glider they have.',
        body: contract.GliderRegistration,
        response: { 201: contract.GliderResult, 400: ErrorBody },
      },
      handle: async ({ userId }, { body }) => ({ data: await addGlider(services, userId, body) }),
    }),
    operation({
      route: 'PATCH /gliders/:id',
      doors: writing,
      schema: {
        operationId: 'changeGlider',
        tags,
        summary: 'Change a glider',
        description:
          'What is left out stays. All flights with it show the change, which is no change of these flights: no event is sent.',
        params: contract.GliderParams,
        body: contract.GliderChange,
        response: { 200: contract.GliderResult, ...errors(400, 404) },
      },
      noSuch: noSuchGlider,
      handle: async ({ userId }, { params, body }) => ({
        data: await changeGlider(services, userId, params.id, body),
      }),
    }),
    operation({
      route: 'DELETE /gliders/:id',
      doors: writing,
      schema: {
        operationId: 'deleteGlider',
        tags,
        summary: 'Delete a glider without flights',
        description: 'One that has flights is not deleted: the answer is 409. Retire it instead.',
        params: contract.GliderParams,
        response: { 204: noContent('Deleted.'), ...errors(404, 409) },
      },
      noSuch: noSuchGlider,
      handle: ({ userId }, { params }) => removeGlider(services, userId, params.id),
    }),
    operation({
      route: 'POST /gliders/:id/flights',
      doors: writing,
      schema: {
        operationId: 'addGliderFlights',
        tags,
        summary: 'Set the glider of flights that have none',
        description:
          'For a logbook that is older than the list of gliders. flight.updated is sent for each flight.',
        params: contract.GliderParams,
        body: contract.GliderFlights,
        response: { 200: contract.GliderFlightsChanged, ...errors(400, 404) },
      },
      noSuch: noSuchGlider,
      handle: async ({ userId }, request) => {
        const { params, body } = request
        return { data: { changed: await giveFlights(services, userId, params.id, body, originOf(request)) } }
      },
    }),
  ]
}
