// For the dashboard alone: the pages of the logbook with a picture of each track, its calendar, and tracks in so
// few bytes that the page can draw every fix.
import type { Certificate } from '#contract/certificate.ts'
import { FlightParams } from '#contract/flight.ts'
import {
  type FlightShape,
  type FlightStatistics,
  type LogbookPage,
  LogbookQuery,
  StatisticsQuery,
  type StoredTrack,
} from '#dashboard/flights.ts'
import { readUtcOffset } from '#language/utc-offset.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { notFound } from '#server/platform/errors.ts'
import { compressAnswer, sendCompressed } from '#server/platform/http/compress.ts'
import { findFile } from './files/files.ts'
import { describeStorage } from './files/quota.ts'
import { toFlight } from './record/flight.ts'
import { forPilot } from './read/for-pilot.ts'
import { readTerrain, toGroundSteps } from './read/ground.ts'
import { readOrder } from './read/list-order.ts'
import { readFilter, readPage } from './read/list-query.ts'
import { listFlights } from './read/list-store.ts'
import { noSuchFlight, requireFlight } from './read/one-flight.ts'
import { createFirstPictures } from './sharing/picture/first.ts'
import { readCalendar } from './sums/statistics.ts'
import { toSteps } from './read/track.ts'
import { isUnnamed } from './takeoffs/own-store.ts'
import type { FlightServices } from './record/services.ts'

// Ten hours at a fix per second: the pages draw them all.
const TRACK_FIXES = 36_000
const doors = { dashboard: 'session' } as const

export function declareLogbook(services: FlightServices): Operation[] {
  const drawFirst = createFirstPictures(services)
  return [
    operation({
      route: 'GET /logbook',
      doors,
      schema: { querystring: LogbookQuery },
      handle: async ({ userId }, request, reply) =>
        sendCompressed(request, reply, await readLogbookPage(services, userId, request.query)),
    }),
    operation({
      route: 'GET /logbook/statistics',
      doors,
      schema: { querystring: StatisticsQuery },
      handle: async ({ userId }, request, reply) => {
        const { season, site, type, glider } = request.query
        const chosen = {
          season,
          takeoffId: site || undefined,
          gliderId: glider || undefined,
          scoreType: type || undefined,
        }
        const statistics = await readCalendar(forPilot(services, userId).db.sql, userId, chosen)
        const { usedBytes, quotaBytes } = await describeStorage(services, userId)
        const storage = quotaBytes === null ? null : { usedBytes, quotaBytes }
        return sendCompressed(request, reply, { ...statistics, storage } satisfies FlightStatistics)
      },
    }),
    operation({
      route: 'GET /flights/:id/steps',
      doors,
      schema: { params: FlightParams },
      handle: async ({ userId }, request, reply) => {
        const { metadata } = await requireFlight(forPilot(services, userId), userId, request.params.id)
        const file = await requireFile(services, userId, request.params.id)
        const track = await services.scorer.extractTrack(userId, file, TRACK_FIXES)
        const utcOffsetSeconds = readUtcOffset(JSON.parse(metadata) as object)
        return sendCompressed(request, reply, { ...toSteps(track), utcOffsetSeconds } satisfies StoredTrack)
      },
    }),
    operation({
      route: 'GET /flights/:id/first.svg',
      doors,
      schema: { params: FlightParams },
      noSuch: noSuchFlight,
      handle: async ({ userId }, request, reply) => {
        const { id, metadata } = await requireFlight(forPilot(services, userId), userId, request.params.id)
        const { scoring } = JSON.parse(metadata) as { scoring: Certificate }
        const drawing = await drawFirst(userId, [id, scoring], scoring, () =>
          requireFile(services, userId, id),
        )
        // The page shows it twice.
        reply.header('cache-control', 'private, max-age=60').type('image/svg+xml')
        return reply.send(await compressAnswer(request, reply, Buffer.from(drawing)))
      },
    }),
    operation({
      route: 'GET /flights/:id/shape',
      doors,
      schema: { params: FlightParams },
      noSuch: noSuchFlight,
      handle: async ({ userId }, { params }): Promise<FlightShape> => {
        const reading = forPilot(services, userId)
        const { shape, takeoff_id } = await requireFlight(reading, userId, params.id)
        const asksForName = await isUnnamed(reading.db.sql, userId, takeoff_id)
        return { shape: JSON.parse(shape) as number[], asksForName }
      },
    }),
    operation({
      route: 'GET /flights/:id/ground',
      doors,
      schema: { params: FlightParams },
      handle: async ({ userId }, request, reply) => {
        const file = await requireFile(services, userId, request.params.id)
        const terrain = await readTerrain(services, userId, file, TRACK_FIXES)
        if (!terrain) throw notFound('This installation has no terrain.')
        return sendCompressed(request, reply, toGroundSteps(terrain))
      },
    }),
  ]
}

async function readLogbookPage(
  services: FlightServices,
  userId: string,
  query: LogbookQuery,
): Promise<LogbookPage> {
  const page = readPage(query)
  const filter = {
    ...readFilter(query),
    takeoffId: query.site || undefined,
    scoreType: query.type || undefined,
  }
  const { sql } = forPilot(services, userId).db
  const order = readOrder(query)
  const { rows, totalCount } = await listFlights(sql, userId, filter, page, { order })
  return {
    data: rows.map(toFlight),
    shapes: rows.map(({ shape }) => JSON.parse(shape) as number[]),
    pagination: { ...page, totalCount, totalPages: Math.ceil(totalCount / page.pageSize) },
  }
}

async function requireFile(services: FlightServices, ownerId: string, id: string) {
  const file = await findFile(forPilot(services, ownerId), ownerId, id)
  if (!file) throw noSuchFlight()
  return file
}
