// The frame of the OpenAPI description; the routes fill it from the schemas that validate them.

export const API_VERSION = '1.0.0'

export const openapiFrame = {
  openapi: '3.1.0',
  info: {
    title: 'Cloudstreet',
    version: API_VERSION,
    description:
      'Upload IGC flights, have them scored exactly, and read a pilot’s data with consent. ' +
      'Distances are in kilometres, durations in seconds, scores in points, coordinates in WGS84 degrees. ' +
      'Every response has the header X-Request-Id; the body of an error is {error, error_description}. ' +
      'Every response under /api/v1 has the headers X-RateLimit-Limit, X-RateLimit-Remaining and ' +
      'X-RateLimit-Reset (Unix seconds).',
    license: { name: 'MIT' },
  },
  tags: [
    { name: 'Discovery' },
    { name: 'Flights' },
    { name: 'Profile' },
    { name: 'OAuth' },
    { name: 'Webhooks' },
    { name: 'Events' },
  ],
  components: {
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: 'An OAuth 2.0 access token (cst_at_…) or a personal API key (cst_key_…).',
      },
    },
  },
} as const
