// The service describes itself: GET /api/v1 and its OpenAPI description.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { Type } from 'typebox'
import { RateLimitedBody } from '#contract/errors.ts'
import { commandLineClient } from '#contract/oauth.ts'
import type { Description } from '#contract/openapi/document.ts'
import { API_VERSION, RELEASE_LABEL } from '#contract/openapi/frame.ts'
import type { Part } from '#contract/openapi/parts.ts'
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

const DescriptionQuery = Type.Object({
  bodies: Type.Optional(Type.Enum(['all', 'one'])),
  part: Type.Optional(Type.Enum(['main', 'clubs', 'all'])),
})

/** Each form is made with the first request for it. */
function declareDescriptions(app: App): Operation[] {
  const doors = { public: 'credential' } as const
  const schema = { querystring: DescriptionQuery }
  const whole = () => app.swagger() as unknown as Description
  const find = keepEach(async (part: Part, bodies: 'all' | 'one') => {
    const kept = (await import('#contract/openapi/parts.ts')).keepPart(whole(), part)
    return bodies === 'all' ? kept : (await import('#contract/openapi/one-body.ts')).keepOneBody(kept)
  })
  const write = keepEach(async (part: Part, bodies: 'all' | 'one') =>
    (await import('./docs/yaml.ts')).writeYaml(await find(part, bodies)),
  )
  const collect = keepEach(async () => {
    const { keepOneBody } = await import('#contract/openapi/one-body.ts')
    return (await import('./reference/collection.ts')).writeCollection(keepOneBody(whole()))
  })
  return [
    operation({
      route: 'GET /api/v1/openapi.json',
      doors,
      schema,
      respond: ({ query: { part = 'main', bodies = 'all' } }) => find(part, bodies),
    }),
    operation({
      route: 'GET /api/v1/openapi.yaml',
      doors,
      schema,
      respond: async ({ query: { part = 'main', bodies = 'all' } }, reply) =>
        reply.type('application/yaml; charset=utf-8').send(await write(part, bodies)),
    }),
    operation({
      route: 'GET /api/dialects/openapi.json',
      doors,
      schema: { querystring: Type.Pick(DescriptionQuery, ['bodies']) },
      respond: ({ query: { bodies = 'all' } }) => find('dialects', bodies),
    }),
    operation({ route: 'GET /api/v1/postman.json', doors, respond: () => collect() }),
  ]
}

/** Made once for each choice of arguments. */
function keepEach<Arguments extends string[], Made>(make: (...chosen: Arguments) => Promise<Made>) {
  const made = new Map<string, Promise<Made>>()
  return (...chosen: Arguments): Promise<Made> => {
    const key = chosen.join(' ')
    const kept = made.get(key) ?? make(...chosen)
    made.set(key, kept)
    return kept
  }
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
      dialects: `${config.baseUrl}/api/dialects/openapi.json`,
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
