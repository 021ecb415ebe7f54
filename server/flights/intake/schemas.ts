// How the dialects under /api are described: for makers who know them, and marked as no part of the contract.
import { Type } from 'typebox'
import { ErrorBody } from '#contract/errors.ts'
import { byDevice, requireScope } from '#contract/openapi/security.ts'
import { dhvFlightBody, dhvLoginBody, leafBody, LeafHeaders, leonardoBody, skylinesBody } from './bodies.ts'

const tags = ['Compatibility']

const LeonardoPage = Type.String({
  title: 'LeonardoPage',
  description: 'What happened, in the words that clients of this protocol expect.',
  examples: ['<html><body>problem<br>Invalid user data</body></html>'],
})

const page = (description: string) => ({
  description,
  content: { 'text/html': { schema: LeonardoPage } },
})

export const leonardoSchema = {
  operationId: 'submitFlightForm',
  tags,
  summary: 'Upload a flight (Leonardo)',
  description:
    'The fields may be a form, multipart or JSON. Every answer is 200, as its clients expect: the words in it say what ' +
    'happened, a refusal after problem<br>. The same path is known under /leonardo, /modules/leonardo and ' +
    '/xc/modules/leonardo. With status codes: /api/flights/leonardo.',
  body: leonardoBody,
  response: {
    200: page('The flight is stored, was there already, or is refused: the words say which.'),
    431: ErrorBody,
  },
}

export const xccupSchema = {
  operationId: 'submitLeonardoFlight',
  tags,
  summary: 'Upload a flight (XCCup)',
  description:
    'Leonardo’s flight_submit.php with status codes. The fields may be a form, multipart or JSON. The same without ' +
    'status codes is at /flight_submit.php.',
  body: leonardoBody,
  response: {
    200: page('The flight is stored, or was there already.'),
    400: page('The flight cannot be read; the reason is after problem<br>.'),
    401: page('User name or device password is wrong.'),
    413: page('The file is too large.'),
    429: page('Too many requests or failures.'),
    503: page('Too busy at the moment.'),
  },
}

const Verdict = Type.Object(
  {
    success: Type.Boolean({ description: 'Whether the request succeeded.', examples: [true] }),
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

export const dhvCheckSchema = {
  operationId: 'checkDhvLogin',
  tags,
  summary: 'Check a login (DHV-XC)',
  description: 'The fields are JSON; a form or multipart with the same fields will do as well.',
  body: dhvLoginBody,
  response: { 200: verdict('The login is right.'), ...verdicts },
}

export const dhvFlightSchema = {
  operationId: 'uploadDhvFlight',
  tags,
  summary: 'Upload a flight (DHV-XC)',
  description:
    'The fields are JSON; a form or multipart with the same fields will do as well. Recognised by igccontent and by the ' +
    'absence of an Authorization header; any other POST is 405. Our own upload is /api/v1/flights/upload.',
  body: dhvFlightBody,
  response: { 200: verdict('The flight is stored, or was there already.'), ...verdicts, 405: ErrorBody },
}

const Refusal = Type.Object(
  {
    error: Type.String({ description: 'A code for programs.', examples: ['invalid_token'] }),
    message: Type.String({
      description: 'A sentence for people.',
      examples: ['The token is unknown or revoked.'],
    }),
  },
  { title: 'IntakeRefusal' },
)
const refusal = (description: string) => ({
  description,
  content: { 'application/json': { schema: Refusal } },
})

const SKYLINES_FLIGHT = {
  id: 4711,
  pilot: { id: 42, name: 'Ada Pilot' },
  pilotName: 'Ada Pilot',
  takeoffTime: '2026-05-17T10:10:00.000Z',
  landingTime: '2026-05-17T14:02:35.000Z',
  igcFile: { filename: 'flight.igc', date: '2026-05-17', registration: null, model: 'Ozone Alpina 5' },
  privacyLevel: 2,
}

export const skylinesSchema = {
  operationId: 'uploadSkylinesFlights',
  tags,
  summary: 'Upload several flights (SkyLines)',
  description:
    'Any number of files, each an IGC file or a ZIP: the flights are those of the account. By Basic with user name and ' +
    'device password, or by a Bearer credential. One result for each file or entry of a ZIP, in order; status is 0 ' +
    'stored, 1 there already (then flight is that one), 2 without a date, 3 unreadable, 4 without a flight.',
  security: [...byDevice('deviceLogin', 'device'), ...requireScope('flights:write')],
  body: skylinesBody,
  response: {
    200: {
      description: 'Every file has its result, also when none was stored.',
      content: {
        'application/json': {
          schema: Type.Object(
            {
              results: Type.Array(
                Type.Object(
                  {
                    name: Type.String({
                      description: 'The file’s name; in a ZIP with its path.',
                      examples: ['2026/a.igc'],
                    }),
                    status: Type.Integer({ description: 'The outcome for the file.', examples: [0] }),
                    flight: Type.Union([
                      Type.Object(
                        {},
                        { title: 'SkylinesFlight', additionalProperties: true, examples: [SKYLINES_FLIGHT] },
                      ),
                      Type.Null(),
                    ]),
                    trace: Type.Null({ description: 'Always null.', examples: [null] }),
                    airspaces: Type.Array(Type.Unsafe<unknown>({}), { examples: [[]] }),
                    cacheKey: Type.Null({ description: 'Always null.', examples: [null] }),
                    message: Type.Optional(
                      Type.String({
                        description: 'Why there is no flight, or what was noticed about the file.',
                        examples: ['This is not an IGC file.'],
                      }),
                    ),
                  },
                  { title: 'SkylinesResult' },
                ),
              ),
              club_members: Type.Array(Type.Unsafe<unknown>({}), { examples: [[]] }),
              aircraft_models: Type.Array(Type.Unsafe<unknown>({}), { examples: [[]] }),
            },
            { title: 'SkylinesAnswer' },
          ),
        },
      },
    },
    400: refusal('The multipart body is broken.'),
    401: refusal('User name or device password is wrong.'),
    413: refusal('The body is too large.'),
    422: {
      description: 'A field is missing or invalid.',
      content: {
        'application/json': {
          schema: Type.Object(
            { error: Type.String({ description: 'A code for programs.', examples: ['validation-failed'] }) },
            { title: 'SkylinesRefusal', additionalProperties: true },
          ),
        },
      },
    },
    429: refusal('Too many requests or failures.'),
    503: refusal('Too busy at the moment.'),
  },
}

export const leafSchema = {
  operationId: 'uploadLeafFlight',
  tags,
  summary: 'Upload a flight (Leaf)',
  description:
    'The IGC file as the raw body, its name in X-Filename; any content type will do. A file that was refused (400, 413) ' +
    'need not be sent again; a token that is answered 401 is gone.',
  security: [...byDevice('device'), ...requireScope('flights:write')],
  headers: LeafHeaders,
  body: leafBody,
  response: {
    200: {
      description: 'The flight is stored, or was there already.',
      content: {
        'application/json': {
          schema: Type.Object(
            {
              flightId: Type.String({ description: 'The flight.', examples: ['68f0a1b2c3d4e5f6a7b8c9d0'] }),
              status: Type.String({ description: 'Always ready.', examples: ['ready'] }),
              deduped: Type.Boolean({
                description: 'Whether the flight had already been uploaded.',
                examples: [false],
              }),
              account: Type.Object(
                {
                  handle: Type.String({
                    description: 'A number for the account.',
                    examples: ['pilot-12345678'],
                  }),
                  displayName: Type.String({
                    description: 'The name to show.',
                    examples: ['Pilot 12345678'],
                  }),
                },
                { title: 'LeafAccount' },
              ),
            },
            { title: 'LeafAnswer' },
          ),
        },
      },
    },
    400: refusal('The flight cannot be read.'),
    401: refusal('The token is unknown or revoked.'),
    403: refusal('The credential may not upload.'),
    413: refusal('The file is too large.'),
    429: refusal('Too many requests.'),
    503: refusal('Too busy at the moment.'),
  },
}
