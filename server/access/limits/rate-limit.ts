// Rate limits. Every operation is counted by the budget of its door; what has no route is counted by its path. A request
// may use several budgets: that of its credential and that of the credential's user, or that of its client and that of
// its address. Refused by one of them, it is counted by none.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { RateLimitedBody } from '#contract/errors.ts'
import { DEVICE_CODE_GRANT } from '#contract/oauth.ts'
import { Form } from '#server/platform/http/forms.ts'
import type { BeforeNotFound } from '#server/platform/http/http.ts'
import { ID_PATTERN } from '#server/platform/ids.ts'
import { hashSecret } from '#server/platform/secrets.ts'
import { toNetwork } from '../address.ts'
import { readBasic } from '../basic.ts'
import { findRequestCredential } from '../bearer.ts'
import type { FindSession } from '../session.ts'
import {
  addressBudget,
  type Budget,
  type CountingServices,
  credentialBudgets,
  spend,
  userBudget,
} from './budgets.ts'
import { createLimiter } from './limiter.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** How many files it was counted for; undefined when it is no upload. */
    files?: number
  }
}

/**
 * By what a request is counted. credential, session: by that and its user, else by address. client: by client and
 * address. instrument: by address, as often as a club house needs. own: the operation counts what is expensive in it.
 */
export type BudgetName = 'credential' | 'session' | 'client' | 'instrument' | 'address' | 'own' | 'none'

export interface RateLimits {
  /** Counts a request that matches no route. */
  countUnknown: BeforeNotFound
  /** Before all other hooks; what the route declares to be an upload or an archive is a file, too. */
  addTo(route: RouteOptions, budget: BudgetName): void
}

export type LimitServices = CountingServices & { readonly findSession: FindSession }

/** A home, or a whole club house, behind one address: it may ask so many times as often as one client. */
const CLIENTS_PER_ADDRESS = 4
/** Devices that wait for their users, each asking every five seconds. */
const DEVICES_PER_ADDRESS = 40
const REVOCATION_FACTOR = 10
const SLOW_REVOCATION_MS = 1_000

export function createRateLimits(services: LimitServices): RateLimits {
  const countUnknown: BeforeNotFound = async (request, reply) => {
    if (isApiPath(request.url)) await countApiRequest(services, 0, request, reply)
    else if (request.url.startsWith('/api/oauth/')) await countOauthRequest(services, request, reply)
  }
  const hooks = createHooks(services)
  return {
    countUnknown,
    addTo: (route, budget) => {
      if (isDescribed.has(budget)) describeRefusal(route)
      const hook = hooks[budget]?.[filesOf(route)]
      // After the body is read: it may carry the client_id.
      const stage = budget === 'client' ? 'preValidation' : 'onRequest'
      if (hook) route[stage] = [hook, ...([route[stage] ?? []].flat() as (typeof hook)[])]
    },
  }
}

const isDescribed = new Set<BudgetName>(['credential', 'client'])

type Count = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** For requests without a file, and with one: the route says which it is, so no request needs to be asked. */
function createHooks(services: LimitServices): Partial<Record<BudgetName, Count[]>> {
  const { requests, windowSeconds } = services.config.rateLimits
  const instruments = createLimiter(services, 'intake', requests * CLIENTS_PER_ADDRESS, windowSeconds)
  const forBoth = (count: (files: number) => Count) => [count(0), count(1)]
  return {
    credential: forBoth((files) => (request, reply) => countApiRequest(services, files, request, reply)),
    session: forBoth((files) => (request, reply) => countDashboardRequest(services, files, request, reply)),
    client: forBoth(() => (request, reply) => countOauthRequest(services, request, reply)),
    instrument: forBoth(() => (request) => instruments.require(toNetwork(request.ip))),
    address: forBoth(
      () => (request, reply) => spend(services, reply, [addressBudget(services.config, request.ip)]),
    ),
  }
}

/** Files of a sender whom only the body names are counted once it is read. */
function filesOf({ config }: RouteOptions): number {
  return config?.body === 'upload' || config?.body === 'archive' ? 1 : 0
}

function isApiPath(url: string): boolean {
  return /^\/(?:api\/v1(?:[/?]|$)|api\/oauth\/userinfo(?:\?|$)|mcp(?:[/?]|$))/.test(url)
}

/** Always answered with 200: it is slowed down instead. */
function isRevocation(url: string): boolean {
  return /^\/api\/oauth\/revoke(?:\?|$)/.test(url)
}

/** Adds the 429 to the description of every limited route. */
function describeRefusal(route: RouteOptions): void {
  const response = route.schema?.response as Record<string, unknown> | undefined
  if (!response || response['429'] !== undefined || isRevocation(route.url)) return
  route.schema = { ...route.schema, response: { ...response, 429: RateLimitedBody } }
}

/** By credential and user where there is one, else by address. */
async function countApiRequest(
  services: CountingServices,
  files: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const credential = await findRequestCredential(services, request)
  if (credential) reply.header('x-oauth-scopes', credential.scopes.join(', '))
  if (files > 0) request.files = files
  const { config } = services
  const budgets = credential ? credentialBudgets(config, credential) : [addressBudget(config, request.ip)]
  await spend(services, reply, budgets, files)
}

/** By the user who is signed in, else by address. The session is looked up once: `requireSession` finds it here. */
async function countDashboardRequest(
  services: LimitServices,
  files: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { config } = services
  const { windowSeconds, requests } = config.rateLimits
  const session = await services.findSession(request.headers)
  if (session) request.session = session
  const own = { windowMs: windowSeconds * 1000, requests, uploads: 0 }
  const budgets = session
    ? [{ name: `session:${session.id}`, ...own }, userBudget(config.rateLimits, session.userId)]
    : [addressBudget(config, request.ip)]
  await spend(services, reply, budgets, files)
}

/** By client and address, and by address whatever the client: invented clients gain nothing. */
async function countOauthRequest(
  services: CountingServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { windowSeconds, oauth } = services.config.rateLimits
  const windowMs = windowSeconds * 1000
  const network = toNetwork(request.ip)
  const budget = (name: string, factor: number) => ({ name, windowMs, requests: oauth * factor, uploads: 0 })
  if (isRevocation(request.url))
    return countRevocation(services, budget(`revoke:${network}`, REVOCATION_FACTOR))
  const deviceCode = findDeviceCode(request)
  const budgets = deviceCode
    ? [budget(`device:${hashSecret(deviceCode)}`, 1), budget(`devices:${network}`, DEVICES_PER_ADDRESS)]
    : [
        budget(`oauth:${findClientId(request) ?? ''}:${network}`, 1),
        budget(`oauth-address:${network}`, CLIENTS_PER_ADDRESS),
      ]
  return spend(services, reply, budgets)
}

/** Anyone who wants to revoke a token must be able to: beyond a generous budget it takes longer, but it is done. */
async function countRevocation({ counters }: CountingServices, budget: Budget): Promise<void> {
  if (budget.requests === 0) return
  const counted = await counters(budget.name, budget, 0)
  if (counted?.isRefused) await sleep(SLOW_REVOCATION_MS)
}

/** A device asks again and again for its own code: it is counted by it, whatever else is behind its address. */
function findDeviceCode({ body }: FastifyRequest): string | undefined {
  if (!(body instanceof Form) || body.get('grant_type') !== DEVICE_CODE_GRANT) return undefined
  return body.get('device_code')
}

/** A text not shaped like a client_id counts only by address: invented ones get no budget. */
function findClientId(request: FastifyRequest): string | undefined {
  const named =
    readBasic(request)?.id ?? (request.body instanceof Form ? request.body.get('client_id') : undefined)
  return named && ID_PATTERN.test(named) ? named : undefined
}
