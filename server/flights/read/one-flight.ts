// Shared by the public API and the dashboard for one flight.
import { RANGE_VERSION } from '#igc/flight/flight-range.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DEFAULT_TRACK_FIXES, type Flight, type TrackQuery } from '#contract/flight.ts'
import type { Caller } from '#server/access/operations/operation.ts'
import { sendJson } from '#server/platform/http/compress.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { makeEtag, matchesEtag } from '#server/platform/http/conditional.ts'
import { refusals } from '#server/platform/requests/refusals.ts'
import { writeDetail } from '../record/flight.ts'
import type { FlightRow } from '../record/columns.ts'
import { forPilot } from './for-pilot.ts'
import { findFile } from '../files/files.ts'
import { findAnalysis } from '../record/analysis-store.ts'
import { findFlight, findNames, isNamed } from '../record/store.ts'
import { readFields } from '../record/fields.ts'
import { toFeature } from './track.ts'
import { type TrackFileFormat, trackFileTypes, writeTrackFile } from '../formats/track-files.ts'
import { writeContentDisposition } from '../record/text/file-name.ts'
import type { TrackColumns } from '../record/findings.ts'
import type { FlightServices } from '../record/services.ts'

// Another user's flight is answered as one that does not exist.
export const noSuchFlight = () => notFound(refusals.noFlight)

export async function requireFlight(services: Services, ownerId: string, id: string): Promise<FlightRow> {
  const row = await findFlight(services.db.sql, ownerId, id)
  if (!row) throw noSuchFlight()
  return row
}

/** As the dashboard is answered; undefined where there is no such flight. */
export async function findOwnFlight(
  services: Services,
  ownerId: string,
  id: string,
): Promise<Flight | undefined> {
  const row = await findFlight(forPilot(services, ownerId).db.sql, ownerId, id)
  return row && (JSON.parse(writeDetail(row)) as { data: Flight }).data
}

/** For a credential that may change a flight and not read it: nothing of where it was. */
const withoutPlaces = readFields('id,hash,flight_date,is_tandem,launch_type,season,scoring')

/** The answer to a change. The tag is that of the whole flight, whatever of it is shown. */
export function sendChanged(
  reply: FastifyReply,
  row: FlightRow,
  { credential }: Pick<Caller, 'credential'>,
): FastifyReply {
  const mayRead = credential === undefined || credential.scopes.includes('flights:read')
  const fields = mayRead ? undefined : withoutPlaces
  reply.header('etag', makeEtag(writeDetail(row)))
  return sendJson(reply, writeDetail(row, fields))
}

/** The answer about its analysis. */
export async function writeAnalysis(services: Services, ownerId: string, id: string): Promise<string> {
  const analysis = await findAnalysis(services.db.sql, ownerId, isNamed(id))
  if (analysis === undefined) throw noSuchFlight()
  return `{"data":${analysis}}`
}

export async function sendTrack(
  services: FlightServices,
  request: FastifyRequest<{ Params: { id: string }; Querystring: TrackQuery }>,
  reply: FastifyReply,
  ownerId: string,
): Promise<FastifyReply> {
  const { format = chooseFormat(request.headers.accept), resolution = DEFAULT_TRACK_FIXES } = request.query
  const names = await findNames(services.db.sql, ownerId, request.params.id)
  if (!names) throw noSuchFlight()
  const { id, hash } = names
  // The file never changes: its hash, the parameters and the version of the range identify the answer, and a match
  // saves reading the file.
  const etag = `W/"${hash.slice(0, 32)}-${RANGE_VERSION}-${format}-${resolution}"`
  reply.headers({
    etag,
    'cache-control': 'private, no-cache',
    vary: 'Accept, Accept-Encoding, Authorization',
  })
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const file = await findFile(services, ownerId, id)
  if (!file) throw noSuchFlight()
  const track = await services.scorer.extractTrack(ownerId, file, resolution)
  return writeTrack(reply, format, track, { flightDate: names.flightDate, properties: { id, hash } })
}

/** In the format that was asked for. The id, where others may know it, is part of the name of a file. */
export function writeTrack(
  reply: FastifyReply,
  format: TrackFormat,
  track: TrackColumns,
  { flightDate, properties }: { flightDate: string; properties: { id?: string; hash?: string } },
): FastifyReply {
  if (format === 'columns') return sendJson(reply, JSON.stringify({ data: track }))
  if (format === 'geojson')
    return reply.type('application/geo+json').send(JSON.stringify(toFeature(properties, track)))
  const name = [flightDate, properties.id].filter(Boolean).join('-')
  reply.header('content-disposition', writeContentDisposition(`${name}.${format}`))
  return reply.type(trackFileTypes[format]).send(writeTrackFile(format, flightDate, track))
}

type TrackFormat = NonNullable<TrackQuery['format']>

/** For other programs to open. */
export const isFile = (format: TrackFormat) => format in trackFileTypes

/** The first of the files that the header names; GeoJSON for everything else, as ever. */
export function chooseFormat(accept = ''): 'geojson' | TrackFileFormat {
  const named = accept.split(',').map((part) => part.split(';', 1)[0]!.trim().toLowerCase())
  const formats = Object.keys(trackFileTypes) as TrackFileFormat[]
  const found = named.map((type) => formats.find((format) => trackFileTypes[format] === type))
  return found.find((format) => format !== undefined) ?? 'geojson'
}
