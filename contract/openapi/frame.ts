// The frame of the OpenAPI description; the routes fill it from the schemas that validate them.
import { DIALECTS } from './parts.ts'
import { createSecuritySchemes } from './security.ts'

/** The label of the contract; a release of the program has a number of its own. */
export const RELEASE_LABEL = 'alpha.28'

export const API_VERSION = '1.0.0'

export function createFrame(baseUrl: string) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cloudstreet',
      version: API_VERSION,
      description: about,
      contact: { name: 'Documentation', url: `${baseUrl}/docs` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags,
    externalDocs: { description: 'Guides', url: `${baseUrl}/docs` },
    components: { securitySchemes: createSecuritySchemes(baseUrl) },
  }
}

const about =
  'Upload IGC flights, have them scored exactly, and read a pilot’s data with consent. ' +
  'Distances are in kilometres, durations in seconds, scores in points, coordinates in WGS84 degrees. ' +
  'Every response has the header X-Request-Id; the body of an error is {error, error_description}. ' +
  'JSON is compressed (zstd, gzip) for clients that send Accept-Encoding, and every GET under /api/v1 is conditional: ' +
  'send its ETag in If-None-Match. ' +
  'Clubs and rankings are described at /api/v1/openapi.json?part=clubs (?part=all has both), what instruments speak to ' +
  'other services at /api/dialects/openapi.json. ' +
  'Every response under /api/v1 has the headers X-RateLimit-Limit, X-RateLimit-Remaining and ' +
  'X-RateLimit-Reset (Unix seconds).'

const tags = [
  {
    name: 'Flights',
    description:
      'Uploading, reading, correcting and deleting flights. An upload is scored before it is answered. To keep a ' +
      'copy of a logbook, follow the changes rather than the list.',
  },
  {
    name: 'Gliders',
    description:
      'The pilot’s own gliders, and how much each has flown: what a flight was flown with is chosen by correcting the flight.',
  },
  {
    name: 'Clubs',
    description:
      'Clubs, their members, requests and invitations. A club is seen by all or by its members alone; members are named ' +
      'as each has chosen. No flight is read through a club.',
  },
  {
    name: 'Rankings',
    description:
      'Seasons of clubs and of the operator, their rankings as rows of rules, places with the reason of every flight, and ' +
      'proofs from which anyone computes the places again.',
  },
  {
    name: 'Sharing',
    description:
      'Flights that their pilots show to others, for anyone with the link. No credential is needed.',
  },
  {
    name: 'Profile',
    description: 'The user for whom a credential acts. The email address needs a separate scope.',
  },
  {
    name: 'Devices',
    description:
      'Passwords of instruments and apps, which upload and do nothing else. For the program that comes with the ' +
      'service, right after its user has signed in; everyone else has the page Account › Instruments.',
  },
  {
    name: 'Webhooks',
    description:
      'Where events are sent, and what became of them. An application manages its own with its client credentials, ' +
      'a user with a personal key.',
  },
  {
    name: 'Events',
    description:
      'What happened, as it is sent to a webhook, and what a webhook has missed. Events of a webhook are numbered ' +
      'without gaps.',
  },
  {
    name: 'OAuth',
    description:
      'Tokens: how an application gets, inspects and ends them. Requests are forms, and errors have the codes of ' +
      'RFC 6749 and RFC 8628.',
  },
  {
    name: 'Discovery',
    description:
      'What the service says about itself: its limits, its scopes, and the metadata that OAuth libraries look for. ' +
      'Nothing here needs a credential.',
  },
  {
    name: DIALECTS,
    description:
      'Protocols that instruments and apps speak to other services: a pilot changes only the address. No part of the contract.',
  },
]
