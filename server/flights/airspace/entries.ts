// GET /api/v1/flights/{id}/airspace: a flight against the airspaces of its day.
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FlightAirspace } from '#contract/airspace.ts'
import { AIRSPACE_VERSION } from '#airspace/check.ts'
import { RANGE_VERSION } from '#igc/flight/flight-range.ts'
import { sendJson } from '#server/platform/http/compress.ts'
import { createRecent } from '#server/platform/concurrency/recent.ts'
import { matchesEtag } from '#server/platform/http/conditional.ts'
import { findFile } from '../files/files.ts'
import { noSuchFlight } from '../read/one-flight.ts'
import type { StoredTrack } from '../record/findings.ts'
import type { FlightServices, Whereabouts } from '../record/services.ts'
import { findNames } from '../record/store.ts'
import { type AirspaceFile, findNear, listAirspaceFiles, type StoredAirspace } from './store.ts'

/** Answers of the last flights asked for, some 10 kB each: polling costs nothing. */
const MAX_RECENT = 200
/** Near one flight; around a day's flight in Europe there are some hundreds. */
const MAX_NEAR = 2000
/** More than one pilot can have, and more regions than there are. */
const MAX_SOURCES = 256

type AirspaceRequest = FastifyRequest<{ Params: { id: string } }>

export function createAirspaceReader(services: FlightServices) {
  const recall = createRecent<string>(MAX_RECENT)

  return async (request: AirspaceRequest, reply: FastifyReply, ownerId: string): Promise<FastifyReply> => {
    const flight = await findNames(services.db.sql, ownerId, request.params.id)
    if (!flight) throw noSuchFlight()
    const { sql } = services.db
    const all = [...(await listAirspaceFiles(sql, null)), ...(await listAirspaceFiles(sql, ownerId))]
    const sources = chooseSources(all, flight.flightDate)
    // The file of a flight never changes, nor does that of airspaces or heights: these identify the answer.
    const data = nameSources(sources)
    const ground = services.terrain.find()?.version ?? 'none'
    const etag = `W/"${flight.hash.slice(0, 32)}-${RANGE_VERSION}.${AIRSPACE_VERSION}-${data}-${ground}"`
    reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'Accept-Encoding, Authorization' })
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const answer = await recall(`${flight.id} ${etag}`, () => check(services, ownerId, flight.id, sources))
    return sendJson(reply, answer)
  }
}

export const nameSources = (sources: readonly AirspaceFile[]) =>
  hash('sha256', sources.map(({ id }) => id).join()).slice(0, 16)

/** The latest of the day for each region; the pilot's own besides the operator's. */
export function chooseSources(all: readonly AirspaceFile[], date: string): AirspaceFile[] {
  const latest = new Map<string, AirspaceFile>()
  // They come by date.
  for (const file of all)
    if (file.validFrom <= date) latest.set(`${file.ownerId === null ? '' : 'own '}${file.region}`, file)
  return [...latest.values()].slice(-MAX_SOURCES)
}

async function check(
  services: FlightServices,
  ownerId: string,
  flightId: string,
  files: readonly AirspaceFile[],
): Promise<string> {
  const sources = files.map(({ ownerId: owner, region, validFrom, airspaces }) => ({
    region,
    validFrom,
    isOwn: owner !== null,
    airspaces,
  }))
  if (files.length === 0) return JSON.stringify({ data: { sources, ...nothing } satisfies FlightAirspace })
  const stored = await findFile(services, ownerId, flightId)
  if (!stored) throw noSuchFlight()
  const found = await findEntered(services, ownerId, stored, files)
  return JSON.stringify({ data: { sources, ...found } satisfies FlightAirspace })
}

const nothing = { isComplete: true, airspaces: [] }

export async function findEntered(
  services: FlightServices,
  ownerId: string,
  stored: StoredTrack,
  files: readonly AirspaceFile[],
): Promise<Pick<FlightAirspace, 'isComplete' | 'airspaces'>> {
  const flown = await services.scorer.locate(ownerId, stored)
  if (!flown) return nothing
  const ids = files.map(({ id }) => id)
  const near = await findNear(services.db.sql, ids, flown.box, MAX_NEAR)
  if (near.length === 0) return nothing
  const regions = new Map(files.map(({ id, region }) => [id, region]))
  const found = await services.scorer.checkAirspaces(ownerId, stored, {
    near: near.map(({ fileId, airspace }) => ({ region: regions.get(fileId)!, airspace })),
    ground: await findGround(services, ownerId, near, flown),
  })
  return { ...found, isComplete: found.isComplete && near.length < MAX_NEAR }
}

/** Only where a limit refers to it: most files have none of those. */
async function findGround(
  { terrain }: FlightServices,
  ownerId: string,
  near: readonly StoredAirspace[],
  { latitude, longitude }: Whereabouts,
): Promise<Float32Array | undefined> {
  const isAsked = near.some(({ airspace }) => airspace.includes('"agl"'))
  return isAsked ? terrain.find()?.heightsAt(ownerId, latitude, longitude) : undefined
}
