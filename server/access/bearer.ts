// Authenticates a request to /api/v1 by its Bearer token, or refuses it with 401 or 403 (RFC 6750).
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Resource, resourcePaths } from '#contract/oauth.ts'
import type { Security } from '#contract/openapi/document.ts'
import { requireOwn, requireScope } from '#contract/openapi/security.ts'
import type { Scope } from '#contract/scopes.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { type Credential, findCredential } from './credentials.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The live credential of the Bearer token; null when there is none, undefined until it is looked up. */
    credential: Credential | null | undefined
    /** The scope under which the request was let in. */
    usedScope: Scope | undefined
    /** The token is live, but was issued for another resource: here it is none. */
    isMisaddressed?: boolean
  }
}

/** How every challenge begins: where the metadata of the resource is tells a client where to get a token (RFC 9728 5.1). */
export function toChallenge({ baseUrl }: Services['config'], resource: Resource = 'api'): string {
  const metadata = `${baseUrl}/.well-known/oauth-protected-resource${resourcePaths[resource]}`
  return `Bearer realm="cloudstreet", resource_metadata="${metadata}"`
}

/** The right of a credential: the scope that it takes, or all of several; or those of a key and of an application for itself. */
export type Right =
  | Scope
  | readonly Scope[]
  | { readonly device: Scope }
  | { readonly key: Scope; readonly application: Scope }

/** Any scopes: the operation counts as no use of a scope, and makes no entry in the ledger. */
export const ANY_CREDENTIAL: Right = []
/** For every upload: a device may, too. */
export const UPLOAD: Right = { device: 'flights:write' }

/**
 * The rate limit has looked the credential up already, so nothing is awaited here: a promise for every request
 * would cost more than the check.
 */
export function requireRight(services: Services, right: Right, resource: Resource = 'api') {
  const challenge = toChallenge(services.config, resource)
  const { scopes, keyScopes, ...admitted } = readRight(right)
  const toRules = (names: readonly Scope[]): Rule[] =>
    (names.length === 0 ? [undefined] : names).map((scope) => ({ scope, challenge, ...admitted }))
  const rules = toRules(scopes)
  const keyRules = keyScopes === scopes ? rules : toRules(keyScopes)
  const admit = (request: FastifyRequest, credential: Credential | null) => {
    for (const rule of credential?.kind === 'key' ? keyRules : rules) requireRule(request, credential, rule)
  }
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
    if (request.credential === undefined) {
      return findRequestCredential(services, request).then((credential) => admit(request, credential))
    }
    try {
      admit(request, request.credential)
      done()
    } catch (error) {
      done(error as ApiError)
    }
    return undefined
  }
}

/** The demands of a route, and how a refusal begins. */
interface Rule {
  readonly scope: Scope | undefined
  /** Whether a credential that may do nothing but upload is enough. */
  readonly admitsDevices: boolean
  /** Whether an access token that a user has granted is enough. */
  readonly admitsGranted: boolean
  readonly challenge: string
}

export function readRight(right: Right) {
  if (typeof right === 'object' && 'key' in right)
    return {
      scopes: [right.application],
      keyScopes: [right.key],
      admitsDevices: false,
      admitsGranted: false,
    }
  const admitsDevices = typeof right === 'object' && 'device' in right
  const scopes: readonly Scope[] = [admitsDevices ? right.device : right].flat()
  return { scopes, keyScopes: scopes, admitsDevices, admitsGranted: true }
}

/** For the description: by an access token with the scopes, or by a personal key where one can have them. */
export function describeRight(right: Right): { security: Security; isForAny: boolean } {
  const { scopes, keyScopes, admitsGranted } = readRight(right)
  const [scope] = scopes
  if (!admitsGranted) return { security: requireOwn(scopes[0]!, keyScopes[0]!), isForAny: false }
  if (scope === undefined || scopes.length > 1)
    return { security: [{ oauth2: [...scopes] }], isForAny: scope === undefined }
  return { security: requireScope(scope), isForAny: false }
}

function requireRule(request: FastifyRequest, credential: Credential | null, rule: Rule): void {
  if (!credential) throw hasBearer(request) ? invalidToken(rule, request) : noCredential(rule)
  if (rule.scope !== undefined && !credential.scopes.includes(rule.scope)) throw insufficientScope(rule)
  if (credential.kind === 'device' && !rule.admitsDevices) throw uploadsOnly(rule)
  if (!rule.admitsGranted && isGranted(credential)) throw notForGranted(rule)
  request.usedScope = rule.scope
}

/** Looks the credential up once per request, for the rate limit and the route. Nothing is kept between requests. */
export async function findRequestCredential(
  services: Services,
  request: FastifyRequest,
): Promise<Credential | null> {
  if (request.credential !== undefined) return request.credential
  const secret = readBearer(request)
  const credential =
    secret === undefined ? undefined : await findCredential(services.db, services.now(), secret)
  if (credential && !isAddressed(credential, request)) request.isMisaddressed = true
  request.credential = (request.isMisaddressed ? undefined : credential) ?? null
  return request.credential
}

/** The resource that answers a request by asking others in this process, under the caller's own credential. */
const answering = new AsyncLocalStorage<Resource>()

/** Requests within count as asked at that resource. Nothing that a request says can bring this about. */
export function answerAs<Result>(resource: Resource, ask: () => Promise<Result>): Promise<Result> {
  return answering.run(resource, ask)
}

/** RFC 8707: a token for one resource is none at another. Decided by the path, so no route can forget it. */
function isAddressed({ resources }: Credential, { url }: FastifyRequest): boolean {
  if (resources === undefined || isUserInfo(url)) return true
  return resources.includes(answering.getStore() ?? (/^\/mcp(?:[/?]|$)/.test(url) ? 'mcp' : 'api'))
}

/** Belongs to the authorization server itself: an application that has signed a user in may ask who it is. */
function isUserInfo(url: string): boolean {
  return /^\/api\/oauth\/userinfo(?:[/?]|$)/.test(url)
}

/** From the header alone: a token in a query or a form would be logged and shared (RFC 6750 5.3). */
export function readBearer(request: FastifyRequest): string | undefined {
  return /^Bearer +([^ ,]+) *$/i.exec(request.headers.authorization ?? '')?.[1]
}

function hasBearer(request: FastifyRequest): boolean {
  return /^Bearer( |$)/i.test(request.headers.authorization ?? '')
}

function nameScope(scope: Scope | undefined): string {
  return scope === undefined ? '' : `, scope="${scope}"`
}

// RFC 6750 3.1: a request without a credential is told no error code, only what it would take.
function noCredential({ scope, challenge }: Rule): ApiError {
  return new ApiError(401, 'invalid_token', 'This needs a Bearer token in the Authorization header.', {
    headers: { 'www-authenticate': `${challenge}${nameScope(scope)}` },
  })
}

function invalidToken({ scope, challenge }: Rule, { isMisaddressed }: FastifyRequest): ApiError {
  const description = isMisaddressed
    ? 'The token was issued for another resource.'
    : 'The token is unknown, revoked or expired.'
  return new ApiError(401, 'invalid_token', description, {
    headers: {
      'www-authenticate': `${challenge}, error="invalid_token", error_description="${description}"${nameScope(scope)}`,
    },
  })
}

const isGranted = ({ kind, grantType }: Credential) =>
  kind === 'access_token' && grantType !== 'client_credentials'

function notForGranted(rule: Rule): ApiError {
  // No scope would help, so none is named.
  return insufficientScope(
    { ...rule, scope: undefined },
    'This requires a personal key or an access token from the client_credentials grant.',
  )
}

function uploadsOnly(rule: Rule): ApiError {
  return insufficientScope(rule, 'A device may upload flights and do nothing else.')
}

function insufficientScope(
  { scope, challenge }: Rule,
  description = `This needs the scope ${scope}.`,
): ApiError {
  return new ApiError(403, 'insufficient_scope', description, {
    headers: {
      'www-authenticate': `${challenge}, error="insufficient_scope", error_description="${description}"${nameScope(scope)}`,
    },
  })
}
