// What the routes of this folder take and give, as the OpenAPI description shows it. The parameters are read by hand
// (list-query.ts, read-upload.ts), so that every refusal is a sentence of its own.
import { Type } from 'typebox'
import { ErrorBody, RateLimitedBody } from '#contract/errors.ts'
import {
  FlightCorrection,
  FlightDetail,
  FlightList,
  launchTypes,
  TrackColumns,
  TrackFeature,
  UploadResult,
  Validation,
} from '#contract/flight.ts'
import type { Scope } from '#contract/scopes.ts'

const tags = ['Flights']
const secured = (scope: Scope) => ({ tags, security: [{ bearer: [scope] }] })
const bearerErrors = { 401: ErrorBody, 403: ErrorBody, 429: RateLimitedBody }
const notModified = Type.Null({ description: 'Not modified: If-None-Match names what you have.' })

const idParameter = Type.Object({
  id: Type.String({ pattern: '^[a-f0-9]{24}$', description: 'The flight.' }),
})
const binary = {
  schema: Type.String({ format: 'binary', description: 'The IGC file, also gzip-compressed.' }),
}
const uploadOptions = {
  filename: Type.Optional(Type.String({ description: 'Name of the file.', examples: ['2026-05-17.igc'] })),
  launch_type: Type.Optional(
    Type.String({ description: `How it was launched: ${launchTypes.join(', ')}.`, examples: ['Self'] }),
  ),
  is_tandem: Type.Optional(Type.String({ description: 'true or false.', examples: ['false'] })),
  glider: Type.Optional(
    Type.String({ description: 'Make and model of the wing.', examples: ['Ozone Alpina 5'] }),
  ),
}
const uploadBody = {
  content: {
    'application/octet-stream': binary,
    'multipart/form-data': {
      schema: Type.Object({ file: Type.String({ format: 'binary' }), ...uploadOptions }),
    },
    'application/igc': binary,
    'application/vnd.fai.igc': binary,
    'text/plain': binary,
  },
}

export const uploadSchema = {
  ...secured('flights:write'),
  summary: 'Upload a flight',
  description:
    'Send the IGC file as the raw body, or as the one part named file of a multipart body. gzip is recognised by ' +
    'its bytes. The flight is scored before the answer; file, flight and score are durable when it arrives. The ' +
    'same bytes or the same fixes again are no error: 200, and the hash and name of the flight that is there. A ' +
    'raw upload may name its file in Content-Disposition. Options may be query parameters or text parts.',
  headers: Type.Object({
    'idempotency-key': Type.Optional(
      Type.String({
        maxLength: 255,
        description:
          'A key of your choice: for 24 hours the first answer to it is repeated, whatever happened since.',
      }),
    ),
  }),
  querystring: Type.Object(uploadOptions),
  body: uploadBody,
  response: {
    201: Type.Object(UploadResult.properties, { description: 'A new flight.' }),
    200: Type.Object(UploadResult.properties, { description: 'The flight was there already.' }),
    400: ErrorBody,
    413: ErrorBody,
    500: ErrorBody,
    503: ErrorBody,
    ...bearerErrors,
  },
}

export const validateSchema = {
  ...secured('flights:write'),
  summary: 'Diagnose a file without storing it',
  description:
    'Takes what the upload takes. A file that an upload would refuse is answered 200 with isValid false and every ' +
    'diagnosis with its line.',
  querystring: Type.Object(uploadOptions),
  body: uploadBody,
  response: {
    200: Validation,
    400: ErrorBody,
    413: ErrorBody,
    500: ErrorBody,
    503: ErrorBody,
    ...bearerErrors,
  },
}

export const listSchema = {
  ...secured('flights:read'),
  summary: 'The flights of the authenticated user, newest first',
  description:
    'By flight_date, then date_created, then id. A page past the end is empty. Conditional: send the ETag in ' +
    'If-None-Match.',
  querystring: Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
    from: Type.Optional(Type.String({ format: 'date', description: 'First flight_date, included.' })),
    to: Type.Optional(Type.String({ format: 'date', description: 'Last flight_date, included.' })),
    season: Type.Optional(Type.Integer({ description: 'A season, such as 2026.', examples: [2026] })),
    updatedSince: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Only flights uploaded, corrected or scored again at this time or later.',
      }),
    ),
  }),
  response: { 200: FlightList, 304: notModified, 400: ErrorBody, ...bearerErrors },
}

export const detailSchema = {
  ...secured('flights:read'),
  summary: 'One flight',
  params: idParameter,
  response: { 200: FlightDetail, 304: notModified, 404: ErrorBody, ...bearerErrors },
}

export const downloadSchema = {
  ...secured('flights:read'),
  summary: 'The original IGC file, byte for byte',
  description:
    'Content type application/igc. The ETag is the quoted hash of the flight; the file never changes. Ranges are ' +
    'served; a client that accepts the encoding zstd gets the file compressed.',
  produces: ['application/igc'],
  params: idParameter,
  response: {
    200: {
      description: 'The file.',
      headers: {
        ETag: Type.String({ description: 'The hash of the flight, quoted.' }),
        'Content-Disposition': Type.String({ description: 'The name of the file (RFC 6266).' }),
      },
      content: { 'application/igc': { schema: Type.String({ format: 'binary' }) } },
    },
    206: {
      description: 'The range asked for.',
      content: { 'application/igc': { schema: Type.String({ format: 'binary' }) } },
    },
    304: notModified,
    400: ErrorBody,
    404: ErrorBody,
    416: ErrorBody,
    ...bearerErrors,
  },
}

export const trackSchema = {
  ...secured('flights:read'),
  summary: 'The track of a flight, from take-off to landing',
  params: idParameter,
  querystring: Type.Object({
    format: Type.Optional(
      Type.String({ default: 'geojson', description: 'geojson or columns.', examples: ['columns'] }),
    ),
    resolution: Type.Optional(
      Type.Integer({
        minimum: 2,
        maximum: 100_000,
        default: 1000,
        description: 'The most fixes: those are chosen that keep the shape of the track best.',
      }),
    ),
  }),
  response: {
    200: {
      description: 'The track.',
      content: {
        'application/geo+json': { schema: TrackFeature },
        'application/json': { schema: TrackColumns },
      },
    },
    304: notModified,
    400: ErrorBody,
    404: ErrorBody,
    500: ErrorBody,
    503: ErrorBody,
    ...bearerErrors,
  },
}

export const correctSchema = {
  ...secured('flights:write'),
  summary: 'Correct how a flight was launched or whether it was a tandem flight',
  params: idParameter,
  body: FlightCorrection,
  response: { 200: FlightDetail, 400: ErrorBody, 404: ErrorBody, ...bearerErrors },
}

export const deleteSchema = {
  ...secured('flights:delete'),
  summary: 'Delete a flight and its file',
  description:
    'The same file can be uploaded again afterwards, as a new flight. Personal keys never have this scope.',
  params: idParameter,
  response: { 204: Type.Null({ description: 'Deleted.' }), 404: ErrorBody, ...bearerErrors },
}
