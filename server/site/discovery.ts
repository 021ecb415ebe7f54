// The service describes itself: GET /api/v1 and its OpenAPI description.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { Type } from 'typebox'
import { RateLimitedBody } from '#contract/errors.ts'
import { commandLineClient } from '#contract/oauth.ts'
import { API_VERSION } from '#contract/openapi/frame.ts'
import { scopes } from '#contract/scopes.ts'
import type { App } from '#server/platform/http/http.ts'
import type { Services } from '#server/platform/services.ts'
import { releaseLabel } from '#server/platform/settings/release.ts'

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
  let yaml: string | undefined
  return [
    operation({
      route: 'GET /api/v1',
      doors: { public: 'credential' },
      schema,
      respond: async () => overview,
    }),
    operation({
      route: 'GET /api/v1/openapi.json',
      doors: { public: 'credential' },
      respond: async () => app.swagger(),
    }),
    operation({
      route: 'GET /api/v1/openapi.yaml',
      doors: { public: 'credential' },
      respond: async (_request, reply) => {
        // Loaded and written with the first request.
        yaml ??= (await import('./docs/yaml.ts')).writeYaml(app.swagger())
        return reply.type('application/yaml; charset=utf-8').send(yaml)
      },
    }),
  ]
}

function describeService({ config }: Services) {
  const { rateLimits } = config
  return {
    name: 'Cloudstreet',
    version: API_VERSION,
    release: releaseLabel,
    links: {
      documentation: `${config.baseUrl}/docs`,
      openapi: `${config.baseUrl}/api/v1/openapi.json`,
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
