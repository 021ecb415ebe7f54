// Rate limits. Every route under /api/v1, /api/oauth and /app/api is limited because of its path, so that a new one
// cannot be forgotten. A request may use several budgets: that of its credential and that of the credential's user, or
// that of its client and that of its address. Refused by one of them, it is counted by none.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { RateLimitedBody } from '#contract/errors.ts'
import { DEVICE_CODE_GRANT } from '#contract/oauth.ts'
import { Form } from '#server/platform/http/forms.ts'
import type { App, BeforeNotFound } from '#server/platform/http/http.ts'
import { ID_PATTERN } from '#server/platform/ids.ts'
import { hashSecret } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import { toNetwork } from '../address.ts'
import { readBasic } from '../basic.ts'
import { findRequestCredential } from '../bearer.ts'
import { type Counters, createCounters } from './counters.ts'
import type { Credential } from '../credentials.ts'
import { rateLimitExceeded } from './limiter.ts'
import type { Count, Quota } from './quota.ts'
import type { FindSession } from '../session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it counts as an upload, too; set on /api/v1. */
    isUpload?: boolean
  }
}

export interface RateLimits {
  /** Counts a request that matches no route. */
  countRequest: BeforeNotFound
  /** Counts every request that has a route; POST and PUT to one of `uploadPaths` are uploads. */
  addTo(app: App, uploadPaths: readonly string[], findSession: FindSession): void
}

/** A home, or a whole club house, behind one address: it may ask so many times as often as one client. */
const CLIENTS_PER_ADDRESS = 4
/** Devices that wait for their users, each asking every five seconds. */
const DEVICES_PER_ADDRESS = 40
const REVOCATION_FACTOR = 10
const SLOW_REVOCATION_MS = 1_000

export function createRateLimits(services: Services): RateLimits {
  const counters = createCounters(services, 'api:')
  const limits: Limits = { services, counters, uploadPaths: [] }
  const countByPath: BeforeNotFound = async (request, reply) => {
    if (isApiPath(request.url)) await countApiRequest(limits, request, reply)
    else if (isOauthPath(request.url)) await countOauthRequest(limits, request, reply)
  }
  return {
    countRequest: countByPath,
    addTo: (app, uploadPaths, findSession) => {
      limits.uploadPaths = uploadPaths
      app.decorateRequest('basic')
      app.decorateRequest('credential')
      app.decorateRequest('usedScope')
      app.decorateRequest('isUpload')
      const countApi = (request: FastifyRequest, reply: FastifyReply) =>
        countApiRequest(limits, request, reply)
      const countDashboard = (request: FastifyRequest, reply: FastifyReply) =>
        countDashboardRequest(limits, findSession, request, reply)
      // After the body is read: it may carry the client_id.
      const countOauth = (request: FastifyRequest, reply: FastifyReply) =>
        countOauthRequest(limits, request, reply)
      app.addHook('onRoute', (route) => {
        if (isApiPath(route.url)) route.onRequest = withHook(route, 'onRequest', countApi)
        else if (isDashboardPath(route.url)) route.onRequest = withHook(route, 'onRequest', countDashboard)
        else if (isOauthPath(route.url)) route.preValidation = withHook(route, 'preValidation', countOauth)
      })
    },
  }
}

/** The route's hooks with this one first. A HEAD route is made of its GET route and has it already. */
function withHook<Stage extends 'onRequest' | 'preValidation'>(
  route: RouteOptions,
  stage: Stage,
  hook: NonNullable<RouteOptions[Stage]>,
): NonNullable<RouteOptions[Stage]> {
  describeRefusal(route)
  const hooks = [route[stage] ?? []].flat() as unknown[]
  return (hooks.includes(hook) ? hooks : [hook, ...hooks]) as NonNullable<RouteOptions[Stage]>
}

interface Limits {
  services: Services
  counters: Counters
  uploadPaths: readonly string[]
}

function isApiPath(url: string): boolean {
  return /^\/api\/(?:v1(?:[/?]|$)|oauth\/userinfo(?:\?|$))/.test(url)
}

function isDashboardPath(url: string): boolean {
  return url.startsWith('/app/api/')
}

function isOauthPath(url: string): boolean {
  return url.startsWith('/api/oauth/')
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

/** Something that may be used so often: a credential, a user, a client, an address. */
interface Budget extends Quota {
  name: string
}

/** By credential and user where there is one, else by address. */
async function countApiRequest(limits: Limits, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const credential = await findRequestCredential(limits.services, request)
  if (credential) reply.header('x-oauth-scopes', credential.scopes.join(', '))
  const isUpload = isSending(request.method) && limits.uploadPaths.includes(request.routeOptions.url ?? '')
  request.isUpload = isUpload
  await count(limits, reply, apiBudgets(limits.services, request, credential), isUpload)
}

const isSending = (method: string) => method === 'POST' || method === 'PUT'

function apiBudgets({ config }: Services, { ip }: FastifyRequest, credential: Credential | null): Budget[] {
  const { windowSeconds, requests, uploads } = config.rateLimits
  const windowMs = windowSeconds * 1000
  if (!credential) return [{ name: `address:${toNetwork(ip)}`, windowMs, requests, uploads }]
  const own = { requests: credential.requestQuota ?? requests, uploads: credential.uploadQuota ?? uploads }
  return [
    { name: nameOf(credential), windowMs, ...own },
    userBudget(config.rateLimits, credential.userId, own),
  ]
}

function nameOf({ id, userId, applicationId }: Credential): string {
  return applicationId ? `${userId}:${applicationId}` : id
}

/** Of all that acts for one user; never less than what the operator has granted one application. */
function userBudget(
  { windowSeconds, requests, uploads, user }: Services['config']['rateLimits'],
  userId: string,
  own: { requests: number; uploads: number },
): Budget {
  const factor = requests > 0 ? user / requests : 0
  const isUnlimited = user === 0 || own.requests === 0
  return {
    name: `user:${userId}`,
    windowMs: windowSeconds * 1000,
    requests: isUnlimited ? 0 : Math.max(user, own.requests),
    uploads: uploads === 0 || own.uploads === 0 ? 0 : Math.max(Math.ceil(uploads * factor), own.uploads),
  }
}

/** By the user who is signed in, else by address. The session is looked up once: `requireSession` finds it here. */
async function countDashboardRequest(
  limits: Limits,
  findSession: FindSession,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { rateLimits } = limits.services.config
  const session = await findSession(request.headers)
  if (session) request.session = session
  const own = { requests: rateLimits.requests, uploads: 0 }
  const windowMs = rateLimits.windowSeconds * 1000
  const budgets = session
    ? [
        { name: `session:${session.id}`, windowMs, ...own },
        { ...userBudget(rateLimits, session.userId, own), uploads: 0 },
      ]
    : [{ name: `address:${toNetwork(request.ip)}`, windowMs, ...own }]
  await count(limits, reply, budgets, false)
}

/** By client and address, and by address whatever the client: invented clients gain nothing. */
async function countOauthRequest(
  limits: Limits,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { windowSeconds, oauth } = limits.services.config.rateLimits
  const windowMs = windowSeconds * 1000
  const network = toNetwork(request.ip)
  const budget = (name: string, factor: number) => ({ name, windowMs, requests: oauth * factor, uploads: 0 })
  if (isRevocation(request.url))
    return countRevocation(limits, budget(`revoke:${network}`, REVOCATION_FACTOR))
  const deviceCode = findDeviceCode(request)
  const budgets = deviceCode
    ? [budget(`device:${hashSecret(deviceCode)}`, 1), budget(`devices:${network}`, DEVICES_PER_ADDRESS)]
    : [
        budget(`oauth:${findClientId(request) ?? ''}:${network}`, 1),
        budget(`oauth-address:${network}`, CLIENTS_PER_ADDRESS),
      ]
  return count(limits, reply, budgets, false)
}

/** Whoever wants to revoke a token must be able to: beyond a generous budget it takes longer, but it is done. */
async function countRevocation({ counters }: Limits, budget: Budget): Promise<void> {
  if (budget.requests === 0) return
  const counted = await counters(budget.name, budget, false)
  if (counted?.isRefused) await sleep(SLOW_REVOCATION_MS)
}

/** A device asks again and again for its own code: it is counted by it, whatever else is behind its address. */
function findDeviceCode({ body }: FastifyRequest): string | undefined {
  if (!(body instanceof Form) || body.get('grant_type') !== DEVICE_CODE_GRANT) return undefined
  return body.get('device_code')
}

/** What is not shaped like a client_id counts by address alone: invented ones get no budget of their own. */
function findClientId(request: FastifyRequest): string | undefined {
  const named =
    readBasic(request)?.id ?? (request.body instanceof Form ? request.body.get('client_id') : undefined)
  return named && ID_PATTERN.test(named) ? named : undefined
}

interface Counted {
  budget: Budget
  count: Count | undefined
}

async function count(
  limits: Limits,
  reply: FastifyReply,
  budgets: readonly Budget[],
  isUpload: boolean,
): Promise<void> {
  const limited = budgets.filter(({ requests, uploads }) => requests > 0 || (isUpload && uploads > 0))
  if (limited.length === 0) return
  const counts = await Promise.all(limited.map((budget) => limits.counters(budget.name, budget, isUpload)))
  const counted = limited.map((budget, index) => ({ budget, count: counts[index] }))
  settle(limits, reply, counted, isUpload)
}

/** What another budget has refused is given back to those that had counted it. */
function settle(limits: Limits, reply: FastifyReply, counting: Counted[], isUpload: boolean): void {
  if (counting.some((entry) => !entry.count)) limits.counters.noteUncounted()
  const refused = counting.find((entry) => entry.count?.isRefused)
  if (refused) {
    for (const { budget, count } of counting)
      if (count && !count.isRefused) limits.counters.giveBack(budget.name, isUpload)
  }
  reportBudget(limits, reply, refused ?? tightest(counting, isUpload), isUpload)
}

/** The one with the least left. */
function tightest(counting: Counted[], isUpload: boolean): Counted {
  const left = ({ budget, count }: Counted) => describeBudget(count, budget, isUpload).remaining
  return counting.reduce((least, entry) => (left(entry) < left(least) ? entry : least))
}

/** Sets the headers of every response; throws 429 when the budget is used up. */
function reportBudget(
  { services }: Limits,
  reply: FastifyReply,
  { budget, count: counted }: Counted,
  isUpload: boolean,
): void {
  const now = services.now()
  const { limit, remaining } = describeBudget(counted, budget, isUpload)
  const endsAt = counted?.endsAt ?? now + budget.windowMs
  reply.header('x-ratelimit-limit', limit)
  reply.header('x-ratelimit-remaining', remaining)
  reply.header('x-ratelimit-reset', Math.ceil(endsAt / 1000))
  if (counted?.isRefused) throw rateLimitExceeded(endsAt, now)
}

/** An upload uses two budgets: the headers show the one with less left. */
function describeBudget(counted: Count | undefined, quota: Quota, isUpload: boolean) {
  const requests = { limit: quota.requests, remaining: quota.requests - (counted?.requests ?? 0) }
  if (!isUpload || quota.uploads === 0) return requests
  const uploads = { limit: quota.uploads, remaining: quota.uploads - (counted?.uploads ?? 0) }
  return quota.requests === 0 || uploads.remaining < requests.remaining ? uploads : requests
}
