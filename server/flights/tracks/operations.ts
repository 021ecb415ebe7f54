// The tracks of many flights.
import { ErrorBody } from '#contract/errors.ts'
import { TracksQuery, TracksResponse } from '#contract/logbook/tracks.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { createFairSemaphore } from '#server/platform/concurrency/fair-semaphore.ts'
import { answerIfKnown } from '#server/platform/http/answers.ts'
import { sendJson } from '#server/platform/http/compress.ts'
import { forPilot } from '../read/for-pilot.ts'
import { makeListTag, readLogbook } from '../read/list-tag.ts'
import { notModified, tags } from '../record/answers.ts'
import type { FlightServices } from '../record/services.ts'
import { readTracks } from './tracks.ts'

/** One at a time for each pilot: it is the largest answer there is. */
const turns = createFairSemaphore({ permits: 4, permitsPerUser: 1 })

export function declareTracks(services: FlightServices): Operation {
  return operation({
    route: 'GET /flights/tracks',
    doors: { api: 'flights:read', dashboard: 'session' },
    schema: {
      operationId: 'listTracks',
      tags,
      summary: 'Get simplified tracks of all flights',
      description:
        'The same filters as of the list of flights. A whole track is at GET /api/v1/flights/{id}/track. For a conditional request, send the ETag in If-None-Match.',
      querystring: TracksQuery,
      response: { 200: TracksResponse, 304: notModified, 400: ErrorBody },
    },
    // By the tag of the list: a map of an unchanged logbook is answered without reading a flight.
    handle: async ({ userId }, request, reply) => {
      const { sql } = forPilot(services, userId).db
      const tag = makeListTag(services, userId, await readLogbook(sql, userId), request.url)
      if (request.query.q === undefined && answerIfKnown(request, reply, tag)) return reply
      const end = await turns.acquire(userId)
      try {
        return sendJson(reply, JSON.stringify({ data: await readTracks(sql, userId, request.query) }))
      } finally {
        end()
      }
    },
  })
}
