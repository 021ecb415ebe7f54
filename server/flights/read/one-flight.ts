// What the public routes and the dashboard's share about one flight.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalidRequest, notFound } from '#server/platform/errors.ts'
import { ID_PATTERN } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { matchesEtag } from './conditional.ts'
import type { FlightRow } from '../flight.ts'
import { type Query, readOnce, readWholeNumber } from './list-query.ts'
import { findFile, findFlight, findHash } from '../store.ts'
import { toFeature } from './track.ts'
import type { FlightServices } from '../scorer/scorer.ts'

const GREATEST_RESOLUTION = 100_000
const USUAL_RESOLUTION = 1000

// A flight of somebody else looks like one that never was.
export const noSuchFlight = () => notFound('There is no such flight.')

export async function requireFlight(services: Services, ownerId: string, id: string): Promise<FlightRow> {
  const row = ID_PATTERN.test(id) ? await findFlight(services.db.sql, ownerId, id) : undefined
  if (!row) throw noSuchFlight()
  return row
}

export async function sendTrack(
  services: FlightServices,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
  ownerId: string,
): Promise<FastifyReply> {
  const { id } = request.params
  const query = request.query as Query
  const format = readOnce(query, 'format') ?? 'geojson'
  if (format !== 'geojson' && format !== 'columns') throw invalidRequest('format must be geojson or columns.')
  const sentence = `resolution must be a whole number from 2 to ${GREATEST_RESOLUTION}.`
  const count = readWholeNumber(query, 'resolution', 2, GREATEST_RESOLUTION, sentence) ?? USUAL_RESOLUTION
  const hash = ID_PATTERN.test(id) ? await findHash(services.db.sql, ownerId, id) : undefined
  if (hash === undefined) throw noSuchFlight()
  // The file does not change, so its hash and the parameters say everything; reading it is left out when it can be.
  const etag = `W/"${hash.slice(0, 32)}-${format}-${count}"`
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'Authorization' })
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const file = await findFile(services.db.sql, ownerId, id)
  if (!file) throw noSuchFlight()
  const track = await services.scorer.extractTrack(file.compressed, count)
  if (format === 'columns')
    return reply.type('application/json; charset=utf-8').send(JSON.stringify({ data: track }))
  return reply.type('application/geo+json').send(JSON.stringify(toFeature({ id, hash }, track)))
}
