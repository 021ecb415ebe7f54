// The tracks of many flights: for Bearer credentials, and for the dashboard.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ErrorBody } from '#contract/errors.ts'
import { type TracksQuery as Query, TracksQuery, TracksResponse } from '#contract/own/tracks.ts'
import { requireCaller } from '#server/access/bearer.ts'
import type { SessionServices } from '#server/access/session.ts'
import { createFairSemaphore } from '#server/platform/concurrency/fair-semaphore.ts'
import { answerIfKnown } from '#server/platform/http/answers.ts'
import { sendCompressed, sendJson } from '#server/platform/http/compress.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { forPilot } from '../read/for-pilot.ts'
import { makeListTag, readLogbook } from '../read/list-tag.ts'
import { bearerErrors, notModified, secured } from '../schemas.ts'
import type { FlightServices } from '../scorer/scorer.ts'
import { readTracks } from './tracks.ts'

const tracksSchema = {
  ...secured('listTracks', 'flights:read'),
  summary: 'Get the tracks of all flights, in a few points each, for one map',
  description:
    'The same filters as of the list of flights. A whole track is at GET /api/v1/flights/{id}/track. For a conditional request, send the ETag in If-None-Match.',
  querystring: TracksQuery,
  response: { 200: TracksResponse, 304: notModified, 400: ErrorBody, ...bearerErrors },
}

/** One at a time for each pilot: it is the largest answer there is. */
const turns = createFairSemaphore({ permits: 4, permitsPerUser: 1 })

export function declareTrackRoutes(services: FlightServices): Operation[] {
  return [
    operation({
      route: 'GET /flights/tracks',
      doors: { api: 'flights:read' },
      schema: tracksSchema,
      respond: async (request, reply) =>
        answer(services, request, reply, requireCaller(request).userId, async (data) =>
          sendJson(reply, JSON.stringify({ data })),
        ),
    }),
  ]
}

export function declareTrackDashboard(services: FlightServices & SessionServices): Operation[] {
  return [
    operation({
      route: 'GET /flights/tracks',
      doors: { dashboard: 'session' },
      schema: { querystring: TracksQuery },
      respond: (request, reply) =>
        answer(services, request, reply, request.session.userId, (data) =>
          sendCompressed(request, reply, data),
        ),
    }),
  ]
}

/** By the tag of the list: a map of an unchanged logbook is answered without reading a flight. */
async function answer(
  services: FlightServices,
  request: FastifyRequest<{ Querystring: Query }>,
  reply: FastifyReply,
  userId: string,
  send: (data: Awaited<ReturnType<typeof readTracks>>) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { sql } = forPilot(services, userId).db
  const tag = makeListTag(services, userId, await readLogbook(sql, userId), request.url)
  if (request.query.q === undefined && answerIfKnown(request, reply, tag)) return reply
  const end = await turns.acquire(userId)
  try {
    return await send(await readTracks(sql, userId, request.query))
  } finally {
    end()
  }
}
