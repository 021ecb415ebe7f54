// Requests and answers of this folder's routes: they validate, and become the OpenAPI description.
import { Type } from 'typebox'
import { FlightAnalysisResult } from '#contract/analysis.ts'
import { ErrorBody, errors } from '#contract/errors.ts'
import {
  ChangeHeaders,
  FlightCorrection,
  FlightDetail,
  FlightParams,
  FlightReference,
  TrackColumns,
  TrackFeature,
  TrackQuery,
  UploadFields,
  UploadResult,
  Validation,
} from '#contract/flight.ts'
import { FlightChangePage, FlightChangesQuery, FlightListQuery, FlightPage } from '#contract/flight-list.ts'
import { ImportResult } from '#contract/imports.ts'
import { FlightScores, LeagueList, ScoresQuery } from '#contract/leagues.ts'
import { StorageResponse } from '#contract/logbook/statistics.ts'
import { FlightTerrainResult, TerrainQuery } from '#contract/terrain.ts'
import { IdempotencyHeaders, noContent, ShortListQuery } from '#contract/values.ts'
import { IGC_EXAMPLE, igcFile, notModified, tags, trackFile, uploadErrors } from './record/answers.ts'

const linkHeader = Type.String({
  description: 'Addresses of other pages: first, prev, next and last, as far as they exist (RFC 8288).',
})

const binary = { schema: igcFile }
const uploadBody = {
  content: {
    'application/octet-stream': binary,
    'multipart/form-data': {
      schema: Type.Object({ file: igcFile, ...UploadFields.properties }, { title: 'UploadForm' }),
    },
    'application/igc': binary,
    'application/vnd.fai.igc': binary,
    'text/plain': binary,
    'application/gzip': binary,
  },
}

const uploaded = (description: string) => ({
  description,
  headers: { Location: Type.String({ description: 'The address of the flight.' }) },
  content: { 'application/json': { schema: UploadResult } },
})

const importing = {
  description: 'The body was a ZIP archive: its flights are imported as by POST /api/v1/flights/import.',
  headers: { Location: Type.String({ description: 'The address of the import.' }) },
  content: { 'application/json': { schema: ImportResult } },
}

export const uploadSchema = {
  operationId: 'uploadFlight',
  tags,
  summary: 'Upload a flight',
  description:
    'Send the IGC file as the raw body, or as the part named file of a multipart body. gzip is recognised by its ' +
    'first bytes. The flight is scored before the response is sent; by then file, flight and score are stored ' +
    'durably. Uploading the same bytes or the same fixes again is not an error: the response is 200, with the id, ' +
    'hash, file name and score of the existing flight. Location is the address of the flight. A raw upload may name its file in Content-Disposition. The options may be ' +
    'query parameters or text parts. Without a Content-Type, or with that of a form (which curl --data-binary sends), the ' +
    'body is taken for what its bytes are. A ZIP archive is recognised by its first bytes and imported; the response is 202 ' +
    'with the import.',
  headers: IdempotencyHeaders,
  querystring: UploadFields,
  body: uploadBody,
  response: {
    201: uploaded('A new flight was created.'),
    200: uploaded('The flight already existed.'),
    202: importing,
    ...uploadErrors,
    409: ErrorBody,
  },
}

export const putSchema = {
  ...uploadSchema,
  operationId: 'putFlight',
  summary: 'Upload a flight with PUT',
  description: 'The same as POST, for tools that send a file with PUT, such as curl -T.',
}

export const validateSchema = {
  operationId: 'validateFlight',
  tags,
  summary: 'Diagnose a file without storing it',
  description:
    'Accepts the same requests as the upload. For a file that an upload would refuse, the response is 200 with ' +
    'isValid false and every diagnosis with its line.',
  querystring: UploadFields,
  body: uploadBody,
  response: { 200: Validation, ...uploadErrors },
}

export const putValidationSchema = {
  ...validateSchema,
  operationId: 'putFlightValidation',
  summary: 'Diagnose a file with PUT',
  description: 'The same as POST, for tools that send a file with PUT, such as curl -T.',
}

export const listSchema = {
  operationId: 'listFlights',
  tags,
  summary: 'List flights, newest first',
  description:
    'Sorted by flight_date, then date_created, then id, or as sort says. By page numbers (page, pageSize), where a page ' +
    'past the end is empty, or by cursor (after, limit), where flights that arrive or go meanwhile move no others. The ' +
    'header Link has the addresses of the neighbouring pages (RFC 8288). For a conditional request, send the ETag in ' +
    'If-None-Match.',
  querystring: FlightListQuery,
  response: {
    200: {
      description: 'A page of flights.',
      headers: { Link: linkHeader },
      content: { 'application/json': { schema: FlightPage } },
    },
    304: notModified,
    400: ErrorBody,
  },
}

export const changesSchema = {
  operationId: 'listFlightChanges',
  tags,
  summary: 'List flights created, updated and deleted since a cursor',
  description:
    'To keep a copy of one pilot’s logbook; what happens in those of many is told by a webhook, and what that missed by ' +
    'GET /api/v1/events. Without after: every flight. Each flight comes once, as it is now, in the order of its last ' +
    'change; deleted ones without their content. Apply the changes in their order (created and updated: store the ' +
    'flight under its id; deleted: remove it), keep pagination.next with your copy, and ask again with it as after: no ' +
    'change is ever skipped. Deletions are kept for 90 days; an older cursor is answered 410 cursor_expired, which ' +
    'means to start over without after. A change of the name or place of a take-off is not a change of its flights.',
  querystring: FlightChangesQuery,
  response: {
    200: {
      description: 'A page of changes.',
      headers: { Link: linkHeader },
      content: { 'application/json': { schema: FlightChangePage } },
    },
    304: notModified,
    ...errors(400, 410),
  },
}

export const detailSchema = {
  operationId: 'getFlight',
  tags,
  summary: 'Get a flight',
  description: 'By its id, or by its hash: the SHA-256 of the file.',
  params: FlightReference,
  response: { 200: FlightDetail, 304: notModified, 404: ErrorBody },
}

export const analysisSchema = {
  operationId: 'getFlightAnalysis',
  tags,
  summary: 'Get the analysis of a flight: phases, wind, speeds',
  description:
    'Thermals, glides, soaring and circling without gain from take-off to landing, each with its values; the wind by the ' +
    'circles flown, in each thermal, by altitude and over the flight; totals; and the speed over the scored course and ' +
    'its legs. A summary is in flightInfo.metadata.analysis. When a later version of the analysis gives other values, ' +
    'and the flight is scored again, flight.updated is sent.',
  params: FlightReference,
  response: { 200: FlightAnalysisResult, 304: notModified, 404: ErrorBody },
}

export const terrainSchema = {
  operationId: 'getFlightTerrain',
  tags,
  summary: 'Get the terrain below a flight',
  description:
    'For each fix of the track, from the height files of this installation. Where it has none, data is null; where none is known, the entry is null.',
  params: FlightReference,
  querystring: TerrainQuery,
  response: { 200: FlightTerrainResult, 304: notModified, ...errors(400, 404, 500, 503) },
}

export const storageSchema = {
  operationId: 'getStorage',
  tags,
  summary: 'Get storage usage',
  description:
    'How many bytes the pilot’s files take, and how many they may take where the operator has set a limit: an upload ' +
    'beyond it is 413 `storage_full`.',
  response: { 200: StorageResponse },
}

export const leaguesSchema = {
  operationId: 'listLeagues',
  tags,
  summary: 'List the leagues and their rules',
  description:
    'With the days and countries for which each rule set holds, where it is from, and how well it is known. Rules that are not established are not listed.',
  querystring: ShortListQuery,
  response: { 200: LeagueList, 304: notModified, 400: ErrorBody },
}

export const scoresSchema = {
  operationId: 'getFlightScores',
  tags,
  summary: 'Score a flight by the rules of other leagues',
  description:
    'By the rules of the season of the flight’s date and the country of its take-off, each score exact, with a certificate. scoring of the flight stays that of the default league.',
  params: FlightReference,
  querystring: ScoresQuery,
  response: { 200: FlightScores, 304: notModified, ...errors(400, 404, 500, 503) },
}

const storedFile = Type.String({
  title: 'StoredFile',
  format: 'binary',
  description: 'The file, byte for byte.',
  examples: [IGC_EXAMPLE],
})

export const downloadSchema = {
  operationId: 'downloadFlight',
  tags,
  summary: 'Download the IGC file, exactly as it was uploaded',
  description:
    'Content type application/igc. The ETag is the hash of the flight; the file never changes. Range requests are ' +
    'supported. A client that accepts the encoding zstd gets the file compressed. The file is compared with its hash ' +
    'before the first byte is sent: one that is damaged or lost is 500 `file_corrupt` or `file_lost`, and trying again ' +
    'does not help.',
  params: FlightReference,
  response: {
    200: {
      description: 'The file.',
      headers: {
        ETag: Type.String({ description: 'The hash of the flight, quoted.' }),
        'Content-Disposition': Type.String({ description: 'The name of the file (RFC 6266).' }),
      },
      content: { 'application/igc': { schema: storedFile } },
    },
    206: {
      description: 'The requested range.',
      content: { 'application/igc': { schema: storedFile } },
    },
    304: notModified,
    ...errors(400, 404, 416, 500, 503),
  },
}

export const logbookSchema = {
  operationId: 'exportLogbook',
  tags,
  summary: 'Download the logbook as CSV, newest first',
  description:
    'One line for each flight, after a line with the names of the columns (RFC 4180, UTF-8 with a byte order mark, which spreadsheets open as it is): date, takeoff, country, latitude, longitude, duration_seconds, track_km, type, distance_km, score, season, launch_type, tandem, file_name, uploaded, id, hash, title, notes, and glider and glider_class of the pilot’s list. Text that a spreadsheet would take for a formula begins with an apostrophe.',
  response: {
    200: {
      description: 'The logbook.',
      headers: {
        'Content-Disposition': Type.String({ description: 'The name of the file (RFC 6266).' }),
      },
      content: {
        'text/csv': {
          schema: Type.String({
            title: 'LogbookFile',
            description: 'The lines of the logbook.',
            examples: ['date,takeoff,country\r\n2026-05-17,First,CH\r\n'],
          }),
        },
      },
    },
    304: notModified,
  },
}

export const trackSchema = {
  operationId: 'getFlightTrack',
  tags,
  summary: 'Get the track of a flight, from take-off to landing',
  description:
    'As GeoJSON, as columns for a chart, or as a GPX or KML file with altitudes and times. A long track is thinned to the resolution that is asked for, keeping its shape.',
  params: FlightReference,
  querystring: TrackQuery,
  response: {
    200: {
      description: 'The track.',
      content: {
        'application/geo+json': { schema: TrackFeature },
        'application/json': { schema: TrackColumns },
        'application/gpx+xml': { schema: trackFile },
        'application/vnd.google-earth.kml+xml': { schema: trackFile },
      },
    },
    304: notModified,
    ...errors(400, 404, 500, 503),
  },
}

export const correctSchema = {
  operationId: 'correctFlight',
  tags,
  summary: 'Update a flight',
  description:
    'What is left out stays. With If-Match, a flight that somebody else has changed meanwhile is left alone: 412. ' +
    'A credential without flights:read is answered without original_file_name, date_created and flightInfo.',
  headers: ChangeHeaders,
  params: FlightParams,
  body: FlightCorrection,
  response: { 200: FlightDetail, ...errors(400, 404, 412) },
}

export const deleteSchema = {
  operationId: 'deleteFlight',
  tags,
  summary: 'Delete a flight and its file',
  description:
    'The same file can be uploaded again afterwards, as a new flight. A personal key cannot have this scope.',
  headers: ChangeHeaders,
  params: FlightParams,
  response: { 204: noContent('Deleted.'), ...errors(404, 412) },
}
