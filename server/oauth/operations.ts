// The public OAuth endpoints: /api/oauth/* and the metadata.
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { ErrorBody, RateLimitedBody } from '#contract/errors.ts'
import { clientSecurity } from '#contract/openapi/security.ts'
import {
  DeviceAuthorizationRequest,
  DeviceAuthorizationResponse,
  type GrantName,
  IntrospectionRequest,
  IntrospectionResponse,
  OauthErrorBody,
  RegistrationErrorBody,
  RegistrationRequest,
  RegistrationResponse,
  RevocationRequest,
  TokenRequest,
  TokenResponse,
} from '#contract/oauth.ts'
import { readUserAgent } from '#server/access/security-log/user-agent.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { ApiError } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import { noteFacts } from '#server/platform/requests/facts.ts'
import type { Services } from '#server/platform/services.ts'
import { authenticateClient, findClientCredentials, identifyClient, isRefusal } from './client-auth.ts'
import { authorizeDevice } from './device/authorization.ts'
import { requireAllowed } from './grants/grant.ts'
import { requireGrant } from './grants/index.ts'
import { endIfReplayed } from './grants/refresh-token.ts'
import { createRegistration } from './documents/registration.ts'
import { introspectToken } from './introspect.ts'
import { describeResource, describeServer } from './metadata.ts'
import { countIssued, countRefusal, createRefusalTally, type RefusalTally } from './metrics.ts'
import type { OpenidServices } from './openid/claims.ts'
import { createIdTokens } from './openid/id-token.ts'
import { declareOpenid } from './openid/operations.ts'
import { type Parameters, readForm } from './parameters.ts'
import { revokeToken } from './revoke.ts'
import { type Client, toClientId } from './stores/applications.ts'

export function declareOauth(app: App, services: OpenidServices): Operation[] {
  const tally = createRefusalTally(services)
  app.addHook('onClose', () => tally.flush())
  const watch = <Result>(endpoint: string, work: (request: FastifyRequest) => Promise<Result>) =>
    watchRefusals(services, tally, endpoint, work)
  return [
    endpoint({
      route: 'POST /api/oauth/token',
      schema: describe('requestToken', 'Get a token, by one of four grants', TOKEN_NOTES),
      body: TokenRequest,
      answer: TokenResponse,
      respond: watch('token', createTokenEndpoint(services)),
    }),
    endpoint({
      route: 'POST /api/oauth/device_authorization',
      schema: describe('authorizeDevice', 'Start the device flow', DEVICE_NOTES),
      body: DeviceAuthorizationRequest,
      answer: DeviceAuthorizationResponse,
      respond: watch('device_authorization', async (request) => {
        const parameters = readForm(request)
        const client = await identifyClient(services, findClientCredentials(request, parameters))
        const tokenRequest = { ...client, parameters, address: request.ip }
        return authorizeDevice(services, tokenRequest, readUserAgent(request))
      }),
    }),
    endpoint({
      route: 'POST /api/oauth/introspect',
      schema: describe('introspectToken', 'Introspect a token', INTROSPECTION_NOTES),
      body: IntrospectionRequest,
      answer: IntrospectionResponse,
      respond: watch('introspect', (request) => introspectToken(services, request, readForm(request))),
    }),
    declareRevocation(services),
    ...(services.config.clientRegistration ? [declareRegistration(services)] : []),
    ...declareOpenid(services),
  ]
}

/** RFC 7591, where the operator has switched it on. */
function declareRegistration(services: Services): Operation {
  const register = createRegistration(services)
  return operation({
    route: 'POST /api/oauth/register',
    doors: { client: 'client' },
    before: [forbidStoring],
    schema: {
      operationId: 'registerClient',
      tags: ['OAuth'],
      security: [],
      summary: 'Register a client dynamically (RFC 7591)',
      description: REGISTRATION_NOTES,
      body: RegistrationRequest,
      response: {
        201: RegistrationResponse,
        400: RegistrationErrorBody,
        413: ErrorBody,
        429: RateLimitedBody,
      },
    },
    // Faults are told in the words of RFC 7591 3.2.2.
    options: { validatorCompiler: () => () => true },
    respond: async (request, reply) => reply.code(201).send(await register(request.body, request.ip)),
  })
}

const REGISTRATION_NOTES =
  'Only where the operator allows it: registration_endpoint is then in the metadata. The answer is a public client for ' +
  'authorization_code with PKCE. Users are told that its name is unchecked. One that no user allows anything is ' +
  'forgotten after a day.'

function createTokenEndpoint(services: OpenidServices) {
  const issueIdToken = createIdTokens(services)
  return async (request: FastifyRequest) => {
    const parameters = readForm(request)
    const grant = requireGrant(parameters)
    const application = await admitClient(services, request, parameters, grant.name)
    const isAuthenticated = application.type === 'confidential'
    const tokenRequest = { application, isAuthenticated, parameters, address: request.ip }
    const { response, signIn } = await grant.run(services, tokenRequest)
    countIssued(services, grant.name)
    if (!signIn) return response
    const idToken = await issueIdToken(toClientId(application), response.access_token, signIn)
    return { ...response, id_token: idToken }
  }
}

/** The client, authenticated and registered for the grant. */
async function admitClient(
  services: Services,
  request: FastifyRequest,
  parameters: Parameters,
  grant: GrantName,
): Promise<Client> {
  try {
    const application = await authenticateClient(services, findClientCredentials(request, parameters))
    noteFacts(request, { application: application.id })
    requireAllowed(application, grant)
    return application
  } catch (error) {
    if (grant === 'refresh_token' && isRefusal(error)) await endIfReplayed(services, parameters, request.ip)
    throw error
  }
}

const TOKEN_NOTES =
  'RFC 6749. The client authenticates by HTTP Basic or by form fields, never both. Errors: invalid_request, ' +
  'invalid_client (401), invalid_grant, unauthorized_client, unsupported_grant_type, invalid_scope, invalid_target (RFC ' +
  '8707); for devices also ' +
  'authorization_pending, slow_down, access_denied, expired_token (RFC 8628). A refresh token works once: a ' +
  'second use, by whomever, revokes every token of that user and application.'
const DEVICE_NOTES =
  'RFC 8628. A confidential application may leave its secret out here, not at the token endpoint. Show user_code and verification_uri (a QR code of verification_uri_complete), then poll the token ' +
  'endpoint every interval seconds; after slow_down wait 5 seconds longer between polls.'
const INTROSPECTION_NOTES =
  'RFC 7662. The caller authenticates as a client, or with a Bearer credential; else 401 invalid_client. A client learns ' +
  'about tokens issued to it, a Bearer credential about those of its own user and application, a personal key about ' +
  'keys.'
const REVOCATION_NOTES =
  'RFC 7009. Always 200, whatever is sent. Anyone who holds a token may revoke it; wrong client credentials revoke ' +
  'nothing. Revoking a refresh token revokes its chain: itself, its successors and their access tokens.'

export function declareMetadata({ config }: Services): Operation[] {
  const server = describeServer(config)
  const documents = [
    [
      'oauth-authorization-server',
      'AuthorizationServerMetadata',
      'Authorization server metadata (RFC 8414)',
      server,
    ],
    [
      'openid-configuration',
      'OpenidConfiguration',
      'OpenID provider metadata (OpenID Connect Discovery 3)',
      server,
    ],
    [
      'oauth-protected-resource',
      'ProtectedResourceMetadata',
      'Protected resource metadata (RFC 9728)',
      describeResource(config.baseUrl, 'api'),
    ],
    [
      'oauth-protected-resource/mcp',
      'McpResourceMetadata',
      'Protected resource metadata of /mcp (RFC 9728)',
      describeResource(config.baseUrl, 'mcp'),
    ],
  ] as const
  return documents.map(([name, title, summary, metadata]) =>
    operation({
      route: `GET /.well-known/${name}`,
      doors: { public: 'none' },
      schema: {
        operationId: `get${title}`,
        tags: ['Discovery'],
        summary,
        description: 'Libraries discover every endpoint here from the address of the service alone.',
        response: {
          200: Type.Object({}, { title, additionalProperties: true, examples: [metadata] }),
          431: ErrorBody,
        },
      },
      respond: async (_request, reply) => {
        // For pages of other origins too, when they get it from a cache.
        reply.headers({ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' })
        return metadata
      },
    }),
  )
}

/** RFC 7009 2.2: what cannot be revoked is not an error, since the client could do nothing about it. */
function declareRevocation(services: Services): Operation {
  const nothing = Type.Object({}, { title: 'RevocationResponse', description: 'Nothing.', examples: [{}] })
  return endpoint({
    route: 'POST /api/oauth/revoke',
    schema: { ...describe('revokeToken', 'Revoke a token', REVOCATION_NOTES), response: { 431: ErrorBody } },
    body: RevocationRequest,
    answer: nothing,
    // An unreadable body is not an error either; an unavailable database is (RFC 7009 2.2.1).
    errorHandler: (error, _request, reply) => {
      const status = (error as { status?: number; statusCode?: number }).status ?? error.statusCode ?? 500
      if (status >= 500) throw error
      void reply.code(200).send({})
    },
    respond: async (request) => {
      await revokeToken(services, request, readForm(request))
      return {}
    },
  })
}

function describe(operationId: string, summary: string, description: string) {
  const response: object = { 400: OauthErrorBody, 401: OauthErrorBody, 413: ErrorBody, 429: RateLimitedBody }
  return { operationId, tags: ['OAuth'], security: clientSecurity, summary, description, response }
}

interface Endpoint {
  route: `POST /${string}`
  schema: ReturnType<typeof describe>
  body: TSchema
  answer: TSchema
  respond: (request: FastifyRequest) => Promise<object>
  errorHandler?: NonNullable<RouteOptions['errorHandler']>
}

/** Forms are read by `readForm`, which detects repeated fields: the schema describes and does not validate. */
function endpoint({ route, schema, body, answer, respond, errorHandler }: Endpoint): Operation {
  return operation({
    route,
    doors: { client: 'client' },
    before: [forbidStoring],
    schema: {
      ...schema,
      consumes: ['application/x-www-form-urlencoded'],
      body: body as TSchema,
      response: { 200: answer, ...schema.response },
    },
    options: { validatorCompiler: () => () => true, ...(errorHandler && { errorHandler }) },
    respond: (request) => respond(request as FastifyRequest),
  })
}

/** RFC 6749 5.1. */
function forbidStoring(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.header('cache-control', 'no-store')
  reply.header('pragma', 'no-cache')
  done()
}

function watchRefusals<Result>(
  services: Services,
  tally: RefusalTally,
  endpoint: string,
  work: (request: FastifyRequest) => Promise<Result>,
) {
  return async (request: FastifyRequest): Promise<Result> => {
    try {
      return await work(request)
    } catch (error) {
      if (isRefusal(error)) {
        countRefusal(services, endpoint, error.code)
        if (endpoint === 'token') tally.add(findNamedClient(request), error.code)
        if (error.cause !== undefined) logReason(services, request, error)
      }
      throw error
    }
  }
}

/** The reason is one of a few fixed words: neither the log nor the answer repeats what was sent. */
function logReason({ log }: Services, request: FastifyRequest, { cause, message }: ApiError): void {
  log.info({ req: request, clientId: findNamedClient(request), refused: cause }, message)
}

function findNamedClient(request: FastifyRequest): string | undefined {
  try {
    return findClientCredentials(request, readForm(request))?.clientId
  } catch {
    return undefined
  }
}
