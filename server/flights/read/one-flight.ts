// What the public routes and the dashboard's share about one flight.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DEFAULT_TRACK_FIXES, type TrackQuery } from '#contract/flight.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { matchesEtag } from './conditional.ts'
import type { FlightRow } from '../flight.ts'
import { findFile, findFlight, findHash } from '../store.ts'
import { toFeature } from './track.ts'
import type { FlightServices } from '../scorer/scorer.ts'

// A flight of somebody else looks like one that never was.
export const noSuchFlight = () => notFound('There is no such flight.')

export async function requireFlight(services: Services, ownerId: string, id: string): Promise<FlightRow> {
  const row = await findFlight(services.db.sql, ownerId, id)
  if (!row) throw noSuchFlight()
  return row
}

export async function sendTrack(
  services: FlightServices,
  request: FastifyRequest<{ Params: { id: string }; Querystring: TrackQuery }>,
  reply: FastifyReply,
  ownerId: string,
): Promise<FastifyReply> {
  const { id } = request.params
  const { format = 'geojson', resolution = DEFAULT_TRACK_FIXES } = request.query
  const hash = await findHash(services.db.sql, ownerId, id)
  if (hash === undefined) throw noSuchFlight()
  // The file does not change, so its hash and the parameters say everything; reading it is left out when it can be.
  const etag = `W/"${hash.slice(0, 32)}-${format}-${resolution}"`
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'Authorization' })
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const file = await findFile(services.db.sql, ownerId, id)
  if (!file) throw noSuchFlight()
  const track = await services.scorer.extractTrack(file.compressed, resolution)
  if (format === 'columns')
    return reply.type('application/json; charset=utf-8').send(JSON.stringify({ data: track }))
  return reply.type('application/geo+json').send(JSON.stringify(toFeature({ id, hash }, track)))
}
