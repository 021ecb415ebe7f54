// The service describes itself: GET /api/v1 and its OpenAPI description.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { Type } from 'typebox'
import { RateLimitedBody } from '#contract/errors.ts'
import { commandLineClient } from '#contract/oauth.ts'
import type { Description } from '#contract/openapi/document.ts'
import { API_VERSION, RELEASE_LABEL } from '#contract/openapi/frame.ts'
import { scopes } from '#contract/scopes.ts'
import type { App } from '#server/platform/http/http.ts'
import type { Services } from '#server/platform/services.ts'
import { version } from '#server/platform/settings/release.ts'

export function declareDiscovery(app: App, services: Services): Operation[] {
  const overview = describeService(services)
  const schema = {
    operationId: 'getServiceOverview',
    tags: ['Discovery'],
    summary: 'About this service: versions, links, scopes, limits',
    description: 'Endpoints, scopes and limits. It needs no credential.',
    response: {
      200: Type.Object({}, { title: 'ServiceOverview', additionalProperties: true, examples: [overview] }),
      429: RateLimitedBody,
    },
  }
  return [
    operation({
      route: 'GET /api/v1',
      doors: { public: 'credential' },
      schema,
      respond: async () => overview,
    }),
    ...declareDescriptions(app),
  ]
}

const DescriptionQuery = Type.Object({ bodies: Type.Optional(Type.Enum(['all', 'one'])) })

/** Each form is made with the first request for it. */
function declareDescriptions(app: App): Operation[] {
  const doors = { public: 'credential' } as const
  const schema = { querystring: DescriptionQuery }
  const whole = () => app.swagger() as unknown as Description
  const oneBody = once(async () => (await import('#contract/openapi/one-body.ts')).keepOneBody(whole()))
  const find = async (bodies: 'all' | 'one' = 'all') => (bodies === 'one' ? oneBody() : whole())
  const write = async (bodies: 'all' | 'one') =>
    (await import('./docs/yaml.ts')).writeYaml(await find(bodies))
  const yaml = { all: once(() => write('all')), one: once(() => write('one')) }
  const collection = once(async () =>
    (await import('./reference/collection.ts')).writeCollection(await oneBody()),
  )
  return [
    operation({
      route: 'GET /api/v1/openapi.json',
      doors,
      schema,
      respond: ({ query }) => find(query.bodies),
    }),
    operation({
      route: 'GET /api/v1/openapi.yaml',
      doors,
      schema,
      respond: async ({ query }, reply) =>
        reply.type('application/yaml; charset=utf-8').send(await yaml[query.bodies ?? 'all']()),
    }),
    operation({ route: 'GET /api/v1/postman.json', doors, respond: collection }),
  ]
}

function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => (made ??= make())
}

function describeService({ config }: Services) {
  const { rateLimits } = config
  return {
    name: 'Cloudstreet',
    version: API_VERSION,
    release: RELEASE_LABEL,
    softwareVersion: version,
    links: {
      documentation: `${config.baseUrl}/docs`,
      openapi: `${config.baseUrl}/api/v1/openapi.json`,
      postman: `${config.baseUrl}/api/v1/postman.json`,
      authorization_server: `${config.baseUrl}/.well-known/oauth-authorization-server`,
      openid_configuration: `${config.baseUrl}/.well-known/openid-configuration`,
      protected_resource: `${config.baseUrl}/.well-known/oauth-protected-resource`,
      mcp: `${config.baseUrl}/mcp`,
    },
    scopes,
    clients: {
      commandLine: { clientId: commandLineClient.id, scope: commandLineClient.scopes.join(' ') },
    },
    limits: {
      maxUploadBytes: config.maxUploadBytes,
      pageSize: { minimum: 1, maximum: 100, default: 25 },
      rateLimit: {
        windowSeconds: rateLimits.windowSeconds,
        requests: rateLimits.requests,
        uploads: rateLimits.uploads,
      },
    },
  }
}
