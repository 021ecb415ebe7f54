// How the dialects under /api are described: for makers who know them, and marked as no part of the contract.
import type { FastifySchema } from 'fastify'
import { Type } from 'typebox'

const tags = ['Compatibility']

const page = (description: string) => ({
  description,
  content: { 'text/html': { schema: Type.String() } },
})

export const leonardoSchema: FastifySchema = {
  tags,
  summary: 'Upload a flight as to XCCup',
  description:
    'Leonardo’s flight_submit.php with status codes. The fields may be a form, multipart or JSON. The same without ' +
    'status codes is at /flight_submit.php, /leonardo/flight_submit.php and /modules/leonardo/flight_submit.php.',
  response: {
    200: page('The flight is stored, or was there already.'),
    400: page('The flight cannot be read; the reason stands after problem<br>.'),
    401: page('User name or device password is wrong.'),
    413: page('The file is too large.'),
    429: page('Too many requests or failures.'),
    503: page('Too busy at the moment.'),
  },
}

const Verdict = Type.Object(
  {
    success: Type.Boolean({ description: 'Whether it was done.', examples: [true] }),
    message: Type.String({ description: 'A sentence on one line.', examples: ['OK'] }),
  },
  { title: 'DhvVerdict' },
)
const verdict = (description: string) => ({
  description,
  content: { 'application/json': { schema: Verdict } },
})
const verdicts = {
  400: verdict('The flight cannot be read.'),
  401: verdict('User name or device password is wrong.'),
  413: verdict('The file is too large.'),
  429: verdict('Too many requests or failures.'),
  503: verdict('Too busy at the moment.'),
}

export const dhvCheckSchema: FastifySchema = {
  tags,
  summary: 'Check a login as at DHV-XC',
  description: 'JSON with user and pass.',
  response: { 200: verdict('The login is right.'), ...verdicts },
}

export const dhvFlightSchema: FastifySchema = {
  tags,
  summary: 'Upload a flight as to DHV-XC',
  description:
    'JSON with user, pass, igcname, igccontent, and perhaps glider and publish. Recognised by igccontent and by the ' +
    'absence of an Authorization header; any other POST is 405. Our own upload is /api/v1/flights/upload.',
  response: { 200: verdict('The flight is stored, or was there already.'), ...verdicts },
}
