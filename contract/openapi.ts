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
      'JSON is compressed (zstd, gzip) for clients that send Accept-Encoding, and every GET under /api/v1 is conditional: ' +
      'send its ETag in If-None-Match. ' +
      'Every response under /api/v1 has the headers X-RateLimit-Limit, X-RateLimit-Remaining and ' +
      'X-RateLimit-Reset (Unix seconds).',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  tags: [
    { name: 'Discovery', description: 'What the service says about itself.' },
    { name: 'Flights', description: 'Uploading, reading, correcting and deleting flights.' },
    { name: 'Profile', description: 'The user for whom a credential acts.' },
    { name: 'OAuth', description: 'Tokens: how an application gets, inspects and ends them.' },
    { name: 'Webhooks', description: 'Where events are sent, and what became of them.' },
    {
      name: 'Compatibility',
      description:
        'What instruments and apps speak to other services, so that a pilot changes only the address. No part of the contract.',
    },
    {
      name: 'Events',
      description: 'What happened, as it is sent to a webhook, and what a webhook has missed.',
    },
  ],
  components: {
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description:
          'An OAuth 2.0 access token (cst_at_…) or a personal API key (cst_key_…); for uploads also a device password (XXXX-XXXX-XXXX-XXXX).',
      },
    },
  },
} as const
