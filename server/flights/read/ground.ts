// The ground below a flight, and how high above it the pilot was.
import { RANGE_VERSION } from '#igc/flight/flight-range.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DEFAULT_TRACK_FIXES } from '#contract/flight.ts'
import type { FlightTerrain, FlightTerrainResult, TerrainQuery } from '#contract/terrain.ts'
import type { FlightGround } from '#dashboard/flights.ts'
import { UNKNOWN_HEIGHT } from '#dashboard/heights.ts'
import { sendJson } from '#server/platform/http/compress.ts'
import { matchesEtag } from '#server/platform/http/conditional.ts'
import type { StoredTrack } from '../record/findings.ts'
import { findFile } from '../files/files.ts'
import type { FlightServices } from '../record/services.ts'
import { findNames } from '../record/store.ts'
import { noSuchFlight } from './one-flight.ts'
import { listSteps } from './track.ts'

type TerrainRequest = FastifyRequest<{ Params: { id: string }; Querystring: TerrainQuery }>

export async function sendTerrain(
  services: FlightServices,
  request: TerrainRequest,
  reply: FastifyReply,
  ownerId: string,
): Promise<FastifyReply> {
  const { resolution = DEFAULT_TRACK_FIXES } = request.query
  const names = await findNames(services.db.sql, ownerId, request.params.id)
  if (!names) throw noSuchFlight()
  // Neither file changes without its name here: a match saves reading them.
  const terrain = services.terrain.find()
  const version = terrain?.version ?? 'none'
  const etag = `W/"${names.hash.slice(0, 32)}-${RANGE_VERSION}-${version}-${resolution}"`
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'Accept-Encoding, Authorization' })
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const file = terrain && (await findFile(services, ownerId, names.id))
  if (terrain && !file) throw noSuchFlight()
  const data = file ? await readTerrain(services, ownerId, file, resolution) : null
  const body: FlightTerrainResult = { data }
  return sendJson(reply, JSON.stringify(body))
}

/** Null when the installation has no terrain. */
export async function readTerrain(
  services: FlightServices,
  ownerId: string,
  file: StoredTrack,
  count: number,
): Promise<FlightTerrain | null> {
  const terrain = services.terrain.find()
  if (!terrain) return null
  const { source, seconds, latitude, longitude, altitude } = await services.scorer.extractGnssTrack(
    ownerId,
    file,
    count,
  )
  const heights = await terrain.heightsAt(ownerId, latitude, longitude)
  const ground = Array.from(heights, (height) => (Number.isNaN(height) ? null : Math.round(height)))
  const aboveGround = ground.map((height, row) => (height === null ? null : altitude[row]! - height))
  return {
    altitudeSource: source,
    maxAboveGroundM: findGreatest(aboveGround),
    seconds,
    altitude,
    ground,
    aboveGround,
  }
}

function findGreatest(heights: readonly (number | null)[]): number | null {
  return heights.reduce(
    (most, height) => (height !== null && (most === null || height > most) ? height : most),
    null,
  )
}

/** For the flight page. */
export function toGroundSteps({ ground, aboveGround }: FlightTerrain): FlightGround {
  const steps = (column: readonly (number | null)[]) =>
    listSteps(
      column.map((height) => height ?? UNKNOWN_HEIGHT),
      1,
    )
  return { ground: steps(ground), aboveGround: steps(aboveGround) }
}
