// Rate limits. Every route under /api/v1 and /api/oauth is limited because of its path, so that a new one cannot be
// forgotten. A refused request is not counted.
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { RateLimitedBody } from '#contract/errors.ts'
import { Form } from '#server/platform/http/forms.ts'
import type { App, BeforeNotFound } from '#server/platform/http/http.ts'
import { ID_PATTERN } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { toNetwork } from '../address.ts'
import { readBasic } from '../basic.ts'
import { findRequestCredential } from '../bearer.ts'
import { type CountRequest, createCounters } from './counters.ts'
import type { Credential } from '../credentials.ts'
import { rateLimitExceeded, secondsUntil } from './limiter.ts'
import type { Count, Quota } from './quota.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it counts as an upload, too; set on /api/v1. */
    isUpload?: boolean
  }
}

export interface RateLimits {
  /** Counts a request that matches no route. */
  countRequest: BeforeNotFound
  /** Counts every request that has a route; `uploadPaths` are the POST routes that are uploads. */
  addTo(app: App, uploadPaths: readonly string[]): void
}

export function createRateLimits(services: Services): RateLimits {
  const counters = createCounters(services, 'api:')
  const { windowSeconds, oauth } = services.config.rateLimits
  const oauthQuota = { windowMs: windowSeconds * 1000, requests: oauth, uploads: 0 }
  const limits: Limits = { services, counters, oauthQuota, uploadPaths: [] }
  const countByPath: BeforeNotFound = async (request, reply) => {
    if (isApiPath(request.url)) await countApiRequest(limits, request, reply)
    if (isOauthPath(request.url)) await countOauthRequest(limits, request, reply)
  }
  return {
    countRequest: countByPath,
    addTo: (app, uploadPaths) => {
      limits.uploadPaths = uploadPaths
      app.decorateRequest('basic')
      app.decorateRequest('credential')
      app.decorateRequest('usedScope')
      app.decorateRequest('isUpload')
      const countApi = (request: FastifyRequest, reply: FastifyReply) =>
        countApiRequest(limits, request, reply)
      // After the body is read: it may carry the client_id.
      const countOauth = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
        try {
          // Synchronous on one node: a promise for each request would cost more than counting.
          const counting = countOauthRequest(limits, request, reply)
          if (counting) return counting
          done()
        } catch (error) {
          done(error as Error)
        }
        return undefined
      }
      app.addHook('onRoute', (route) => {
        if (isApiPath(route.url)) route.onRequest = withHook(route, 'onRequest', countApi)
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
  counters: CountRequest
  oauthQuota: Quota
  uploadPaths: readonly string[]
}

function isApiPath(url: string): boolean {
  return /^\/api\/v1(?:[/?]|$)/.test(url)
}

/** Revocation is never limited: it always answers 200, and whoever wants to revoke a token must be able to. */
function isOauthPath(url: string): boolean {
  return url.startsWith('/api/oauth/') && !/^\/api\/oauth\/revoke(?:\?|$)/.test(url)
}

/** Adds the 429 to the description of every limited route. */
function describeRefusal(route: RouteOptions): void {
  const response = route.schema?.response as Record<string, unknown> | undefined
  if (!response || response['429'] !== undefined) return
  route.schema = { ...route.schema, response: { ...response, 429: RateLimitedBody } }
}

/** By credential where there is one, else by address. */
async function countApiRequest(limits: Limits, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const credential = await findRequestCredential(limits.services, request)
  const isUpload = request.method === 'POST' && limits.uploadPaths.includes(request.routeOptions.url ?? '')
  request.isUpload = isUpload
  const name = credential ? nameOf(credential) : `address:${toNetwork(request.ip)}`
  await count(limits, reply, name, quotaOf(limits.services, credential), isUpload)
}

function nameOf({ id, userId, applicationId }: Credential): string {
  return applicationId ? `${userId}:${applicationId}` : id
}

function quotaOf({ config }: Services, credential: Credential | null): Quota {
  const { windowSeconds, requests, uploads } = config.rateLimits
  return {
    windowMs: windowSeconds * 1000,
    requests: credential?.requestQuota ?? requests,
    uploads: credential?.uploadQuota ?? uploads,
  }
}

function countOauthRequest(
  limits: Limits,
  request: FastifyRequest,
  reply: FastifyReply,
): void | Promise<void> {
  const name = `oauth:${findClientId(request) ?? ''}:${toNetwork(request.ip)}`
  return count(limits, reply, name, limits.oauthQuota, false)
}

/** What is not shaped like a client_id counts by address alone: invented ones get no budget of their own. */
function findClientId(request: FastifyRequest): string | undefined {
  const named =
    readBasic(request)?.id ?? (request.body instanceof Form ? request.body.get('client_id') : undefined)
  return named && ID_PATTERN.test(named) ? named : undefined
}

function count(
  limits: Limits,
  reply: FastifyReply,
  name: string,
  quota: Quota,
  isUpload: boolean,
): void | Promise<void> {
  if (quota.requests === 0 && !(isUpload && quota.uploads > 0)) return undefined
  const counted = limits.counters(name, quota, isUpload)
  if (!(counted instanceof Promise)) return reportBudget(limits, reply, quota, isUpload, counted)
  return counted.then((count) => reportBudget(limits, reply, quota, isUpload, count))
}

/** Sets the headers of every response; throws 429 when the budget is used up. */
function reportBudget(
  { services }: Limits,
  reply: FastifyReply,
  quota: Quota,
  isUpload: boolean,
  counted: Count | undefined,
): void {
  const now = services.now()
  const { limit, remaining } = describeBudget(counted, quota, isUpload)
  const endsAt = counted?.endsAt ?? now + quota.windowMs
  reply.header('x-ratelimit-limit', limit)
  reply.header('x-ratelimit-remaining', remaining)
  reply.header('x-ratelimit-reset', Math.ceil(endsAt / 1000))
  if (counted?.isRefused) throw rateLimitExceeded(secondsUntil(endsAt, now))
}

/** An upload uses two budgets: the headers show the one with less left. */
function describeBudget(counted: Count | undefined, quota: Quota, isUpload: boolean) {
  const requests = { limit: quota.requests, remaining: quota.requests - (counted?.requests ?? 0) }
  if (!isUpload || quota.uploads === 0) return requests
  const uploads = { limit: quota.uploads, remaining: quota.uploads - (counted?.uploads ?? 0) }
  return quota.requests === 0 || uploads.remaining < requests.remaining ? uploads : requests
}
