// Destinations and forwards at the door of the dashboard alone: no application can be granted them.
import { Type } from 'typebox'
import * as contract from '#contract/forwards/destinations.ts'
import { noContent } from '#contract/values.ts'
import { createLimiter } from '#server/access/limits/limiter.ts'
import { type Caller, type Operation, operation } from '#server/access/operations/operation.ts'
import { byProvedUser, byUser } from '#server/access/security-log/security-log.ts'
import { notFound } from '#server/platform/errors.ts'
import { listForwards } from './forwards-store.ts'
import * as manage from './manage.ts'
import type { ForwardServices } from './sources.ts'
import { listDestinations } from './store.ts'
import { listOffers, toDestinationView, toForwardView, toSourceFileView } from './view.ts'

const doors = { dashboard: 'session' } as const
/** For what sends flights elsewhere. */
const provedDoors = { dashboard: 'recent' } as const
const params = contract.DestinationParams
const noSuch = manage.noDestination
const MAX_IN_A_MINUTE = 30
/** Mailed to one address, and of one pilot. */
const MAX_CODES_A_DAY = 3
const DAY_SECONDS = 86_400

const own = ({ userId }: Caller, { params }: { params: { id: string } }) => ({ userId, id: params.id })

export function declareForwards(services: ForwardServices): Operation[] {
  return [...declareDestinations(services), ...declareSwitches(services), ...declareFlights(services)]
}

async function show(services: ForwardServices, userId: string, id: string) {
  const [row] = await listDestinations(services.db.sql, userId, { id })
  if (!row) throw manage.noDestination()
  return { data: toDestinationView(services, row) }
}

function declareDestinations(services: ForwardServices): Operation[] {
  const { sql } = services.db
  return [
    operation({
      route: 'GET /destinations',
      doors,
      schema: { response: { 200: contract.DestinationList } },
      handle: async ({ userId }) => ({
        data: (await listDestinations(sql, userId)).map((row) => toDestinationView(services, row)),
        kinds: listOffers(services),
      }),
    }),
    operation({
      route: 'POST /destinations',
      doors: provedDoors,
      schema: { body: contract.NewDestination, response: { 201: contract.DestinationResponse } },
      handle: async ({ userId }, request) => {
        const id = await manage.createDestination(services, userId, request.body, byProvedUser(request))
        return show(services, userId, id)
      },
    }),
    operation({
      route: 'PATCH /destinations/:id',
      doors: provedDoors,
      schema: { params, body: contract.DestinationChange, response: { 200: contract.DestinationResponse } },
      noSuch,
      handle: async (caller, request) => {
        const { body } = request
        await manage.changeDestination(services, own(caller, request), body, byProvedUser(request))
        return show(services, caller.userId, request.params.id)
      },
    }),
    operation({
      route: 'DELETE /destinations/:id',
      doors,
      schema: { params, response: { 204: noContent('Deleted.') } },
      noSuch,
      handle: (caller, request) => manage.removeDestination(services, own(caller, request), byUser(request)),
    }),
  ]
}

function declareSwitches(services: ForwardServices): Operation[] {
  const limit = createLimiter(services, 'destination-check', MAX_IN_A_MINUTE, 60)
  const codes = createLimiter(services, 'destination-codes', MAX_CODES_A_DAY, DAY_SECONDS)
  const query = contract.BackfillRequest
  return [
    operation({
      route: 'POST /destinations/:id/pause',
      doors,
      schema: { params, body: contract.DestinationPause, response: { 200: contract.DestinationResponse } },
      noSuch,
      handle: async (caller, request) => {
        await manage.switchTo(services, own(caller, request), request.body.state)
        return show(services, caller.userId, request.params.id)
      },
    }),
    operation({
      route: 'POST /destinations/:id/resume',
      doors,
      schema: { params, response: { 200: contract.DestinationResponse } },
      noSuch,
      handle: async (caller, request) => {
        await manage.switchTo(services, own(caller, request), 'active')
        return show(services, caller.userId, request.params.id)
      },
    }),
    operation({
      route: 'POST /destinations/:id/check',
      doors,
      schema: { params, response: { 200: contract.CheckResult } },
      noSuch,
      handle: async (caller, request) => {
        await limit.require(caller.userId)
        const { signal } = new AbortController()
        // Neither one stranger nor many are mailed without end.
        const mayAskReader = async (address: string) =>
          (await codes.consume(caller.userId)).isAllowed && (await codes.consume(address)).isAllowed
        const owned = own(caller, request)
        const { result, words = null } = await manage.checkDestination(services, owned, signal, mayAskReader)
        return { data: { ok: result === 'delivered' || result === 'duplicate', result, words } }
      },
    }),
    operation({
      route: 'POST /destinations/:id/look',
      doors,
      schema: { params, response: { 202: contract.DestinationResponse } },
      noSuch,
      handle: async (caller, request) => {
        await limit.require(caller.userId)
        await manage.lookNow(services, own(caller, request))
        return show(services, caller.userId, request.params.id)
      },
    }),
    operation({
      route: 'GET /destinations/:id/files',
      doors,
      schema: { params, response: { 200: contract.SourceFileList } },
      noSuch,
      handle: async (caller, request) => ({
        data: (await manage.listFiles(services, own(caller, request))).map(toSourceFileView),
      }),
    }),
    operation({
      route: 'GET /destinations/:id/backfill',
      doors,
      schema: { params, querystring: query, response: { 200: contract.BackfillCount } },
      noSuch,
      handle: async (caller, request) => ({
        data: await manage.backfill(services, own(caller, request), request.query.since, false),
      }),
    }),
    operation({
      route: 'POST /destinations/:id/backfill',
      doors,
      schema: { params, body: query, response: { 202: contract.BackfillCount } },
      noSuch,
      handle: async (caller, request) => ({
        data: await manage.backfill(services, own(caller, request), request.body.since, true),
      }),
    }),
  ]
}

function declareFlights(services: ForwardServices): Operation[] {
  const { sql } = services.db
  const noFlight = () => notFound('There is no such flight.')
  return [
    operation({
      route: 'GET /destinations/:id/forwards',
      doors,
      schema: { params, response: { 200: contract.ForwardList } },
      noSuch,
      handle: async (caller, request) => {
        const { id: destinationId } = await manage.requireDestination(sql, own(caller, request))
        const rows = await listForwards(sql, caller.userId, { destinationId })
        return { data: rows.map((row) => toForwardView(services, row)) }
      },
    }),
    operation({
      route: 'GET /flights/:id/forwards',
      doors,
      schema: { params: Type.Object({ id: params.properties.id }), response: { 200: contract.ForwardList } },
      noSuch: noFlight,
      handle: async ({ userId }, { params: { id: flightId } }) => ({
        data: (await listForwards(sql, userId, { flightId })).map((row) => toForwardView(services, row)),
      }),
    }),
    operation({
      route: 'POST /forwards/:id/retry',
      doors,
      schema: { params: contract.ForwardParams, response: { 202: contract.ForwardResponse } },
      noSuch: manage.noForward,
      handle: async (caller, request) => ({
        data: toForwardView(services, await manage.retryForward(services, own(caller, request))),
      }),
    }),
  ]
}
