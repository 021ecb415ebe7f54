// The public API of flights.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { UploadFields, UploadHeaders } from '#contract/flight.ts'
import { requireCaller, UPLOAD } from '#server/access/bearer.ts'
import { sendJson } from '#server/platform/http/compress.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { answerIfKnown } from '#server/platform/http/answers.ts'
import { originOf } from '#server/platform/requests/origin.ts'
import { sendFile } from './read/download.ts'
import { writeDetail } from './flight.ts'
import { declareGliderRoutes } from './gliders/routes.ts'
import { declareAirspaceRoutes } from './airspace/routes.ts'
import { declareSharingRoutes } from './sharing/routes.ts'
import type { SharedReader } from './sharing/shared-flight.ts'
import { declareImportRoutes, importUpload, uploaderOf } from './import/routes.ts'
import { isZip } from './import/zip.ts'
import { declarePhotoRoutes } from './photos/routes.ts'
import { readChanges } from './read/changes.ts'
import { sendTerrain } from './read/ground.ts'
import { forPilot } from './read/for-pilot.ts'
import { readCursorPage, readNumberedPage, sendLogbook } from './read/list.ts'
import { isByCursor } from './read/list-query.ts'
import { readStatistics } from './sums/statistics.ts'
import { declarePlaceRoutes } from './places/routes.ts'
import { declareRecordRoutes } from './sums/routes.ts'
import { declareTrackRoutes } from './tracks/routes.ts'
import { declareMergeRoutes } from './twins/routes.ts'
import { makeListTag, readLogbook } from './read/list-tag.ts'
import { setLinks } from './read/links.ts'
import { removeFlight } from './remove.ts'
import type { Statistics } from '#contract/logbook.ts'
import { readUpload, requireUsableBody } from './upload/read-request.ts'
import * as schemas from './schemas.ts'
import { readFile } from './files/files.ts'
import { describeStorage } from './files/quota.ts'
import { findStoredFile } from './store.ts'
import { noSuchFlight, requireFlight, sendChanged, sendTrack, writeAnalysis } from './read/one-flight.ts'
import { readPrecondition } from './precondition.ts'
import { showLeagues } from './leagues/leagues.ts'
import { createScoresReader, type LeagueServices } from './leagues/scores.ts'
import type { FlightServices } from './scorer/scorer.ts'
import { describeIdempotency } from './upload/answer-once.ts'
import { deliverFlight } from './upload/deliver.ts'
import { updateFlight } from './update.ts'
import { validateFile } from './upload/validate.ts'

const IMMUTABLE = 'private, max-age=31536000, immutable'

export function declareFlightRoutes(services: LeagueServices, reader: SharedReader): Operation[] {
  return [
    ...declareReading(services),
    ...declareRecordRoutes(services),
    ...declareGliderRoutes(services),
    ...declareTrackRoutes(services),
    ...declarePlaceRoutes(services),
    ...declareTerrain(services),
    ...declareLeagues(services),
    ...declareAirspaceRoutes(services),
    ...declareSharingRoutes(services, reader),
    ...declarePhotoRoutes(services),
    ...declareChanging(services),
    ...declareMergeRoutes(services),
    ...declareUploading(services),
    ...declareImportRoutes(services),
  ]
}

function declareReading(services: FlightServices): Operation[] {
  return [
    operation({
      route: 'GET /flights',
      doors: { api: 'flights:read' },
      schema: schemas.listSchema,
      respond: async (request, reply) => {
        const { userId } = requireCaller(request)
        const { sql } = forPilot(services, userId).db
        const logbook = await readLogbook(sql, userId)
        // What a search finds may grow without a change: the job that completes flights of an earlier release.
        const isSearch = request.query.q !== undefined
        if (!isSearch && answerIfKnown(request, reply, makeListTag(services, userId, logbook, request.url)))
          return reply
        const { body, links } = isByCursor(request.query)
          ? await readCursorPage(sql, userId, request.query)
          : await readNumberedPage(sql, userId, request.query, logbook.flights)
        setLinks(request, reply, services.config.baseUrl, links)
        return sendJson(reply, body)
      },
    }),
    operation({
      route: 'GET /flights/changes',
      doors: { api: 'flights:read' },
      schema: schemas.changesSchema,
      respond: async (request, reply) => {
        const { userId } = requireCaller(request)
        const { json, next, hasMore } = await readChanges(
          forPilot(services, userId).db.sql,
          userId,
          request.query,
        )
        const links = { first: { after: undefined }, next: hasMore ? { after: next } : undefined }
        setLinks(request, reply, services.config.baseUrl, links)
        return sendJson(reply, json)
      },
    }),
    operation({
      route: 'GET /flights/storage',
      doors: { api: 'flights:read' },
      schema: schemas.storageSchema,
      respond: async (request) => ({
        data: await describeStorage(services, requireCaller(request).userId),
      }),
    }),
    operation({
      route: 'GET /flights/statistics',
      doors: { api: 'flights:read' },
      schema: schemas.statisticsSchema,
      respond: async (request, reply) => {
        const { userId } = requireCaller(request)
        const { sql } = forPilot(services, userId).db
        const { types: _types, ...data } = await readStatistics(sql, userId, request.query)
        return sendJson(reply, JSON.stringify({ data } satisfies { data: Statistics }))
      },
    }),
    operation({
      route: 'GET /flights/export',
      doors: { api: 'flights:read' },
      schema: schemas.logbookSchema,
      respond: async (request, reply) => {
        const { userId } = requireCaller(request)
        const { sql } = forPilot(services, userId).db
        const tag = makeListTag(services, userId, await readLogbook(sql, userId), request.url)
        if (answerIfKnown(request, reply, tag)) return reply
        return sendLogbook(reply, sql, userId)
      },
    }),
    operation({
      route: 'GET /flights/:id',
      doors: { api: 'flights:read' },
      schema: schemas.detailSchema,
      noSuch: noSuchFlight,
      respond: async (request, reply) => {
        const { userId } = requireCaller(request)
        const row = await requireFlight(forPilot(services, userId), userId, request.params.id)
        return sendJson(reply, writeDetail(row))
      },
    }),
    operation({
      route: 'GET /flights/:id/analysis',
      doors: { api: 'flights:read' },
      schema: schemas.analysisSchema,
      noSuch: noSuchFlight,
      respond: async (request, reply) => {
        const { userId } = requireCaller(request)
        return sendJson(reply, await writeAnalysis(forPilot(services, userId), userId, request.params.id))
      },
    }),
    // Unlike everywhere else, a malformed id is a bad request here, as the contract says.
    operation({
      route: 'GET /flights/:id/igc',
      doors: { api: 'flights:read' },
      schema: schemas.downloadSchema,
      respond: async (request, reply) => {
        const { userId } = requireCaller(request)
        const { sql } = forPilot(services, userId).db
        const stored = await findStoredFile(sql, userId, request.params.id)
        if (!stored) throw noSuchFlight()
        return sendFile(request, reply, stored, () => readFile(services, stored), IMMUTABLE)
      },
    }),
    operation({
      route: 'GET /flights/:id/track',
      doors: { api: 'flights:read' },
      schema: schemas.trackSchema,
      noSuch: noSuchFlight,
      respond: async (request, reply) => {
        const { userId } = requireCaller(request)
        return sendTrack(forPilot(services, userId), request, reply, userId)
      },
    }),
  ]
}

function declareTerrain(services: FlightServices): Operation[] {
  return [
    operation({
      route: 'GET /flights/:id/terrain',
      doors: { api: 'flights:read' },
      schema: schemas.terrainSchema,
      noSuch: noSuchFlight,
      respond: async (request, reply) => {
        const { userId } = requireCaller(request)
        return sendTerrain(forPilot(services, userId), request, reply, userId)
      },
    }),
  ]
}

function declareLeagues(services: LeagueServices): Operation[] {
  const leagues = JSON.stringify({ data: showLeagues(services.leagues) })
  const sendScores = createScoresReader(services)
  return [
    operation({
      route: 'GET /leagues',
      doors: { api: 'flights:read' },
      schema: schemas.leaguesSchema,
      respond: async (_request, reply) => sendJson(reply, leagues),
    }),
    operation({
      route: 'GET /flights/:id/scores',
      doors: { api: 'flights:read' },
      schema: schemas.scoresSchema,
      noSuch: noSuchFlight,
      respond: async (request, reply) => sendScores(request, reply, requireCaller(request).userId),
    }),
  ]
}

function declareChanging(services: FlightServices): Operation[] {
  return [
    operation({
      route: 'PATCH /flights/:id',
      doors: { api: 'flights:write' },
      schema: schemas.correctSchema,
      noSuch: noSuchFlight,
      respond: async (request, reply) => {
        const { userId, scopes } = requireCaller(request)
        const { id } = request.params
        const given = { precondition: readPrecondition(request, userId, id), origin: originOf(request) }
        if (!(await updateFlight(services, userId, id, request.body, given))) throw noSuchFlight()
        const row = await requireFlight(services, userId, id)
        return sendChanged(reply, row, scopes)
      },
    }),
    operation({
      route: 'DELETE /flights/:id',
      doors: { api: 'flights:delete' },
      schema: schemas.deleteSchema,
      noSuch: noSuchFlight,
      respond: async (request, reply) => {
        const { userId } = requireCaller(request)
        const { id } = request.params
        const given = { precondition: readPrecondition(request, userId, id), origin: originOf(request) }
        if (!(await removeFlight(services, userId, id, given))) throw noSuchFlight()
        return reply.code(204).send()
      },
    }),
  ]
}

function declareUploading(services: FlightServices): Operation[] {
  const { maxUploadBytes } = services.config
  const taking = { doors: { api: UPLOAD }, body: 'upload', before: [requireUsableBody(services)] } as const
  const upload = async (request: UploadRequest, reply: FastifyReply) => {
    const caller = requireCaller(request)
    const key = describeIdempotency(caller, request.headers['idempotency-key'])
    const file = await readUpload(request, request.query, maxUploadBytes)
    const owned = { ...file, applicationId: uploaderOf(caller) }
    if (isZip(file.bytes)) return importUpload(services, reply, caller.userId, owned)
    const outcome = await deliverFlight(services, caller, file, key)
    reply.header('location', `${services.config.baseUrl}/api/v1/flights/${outcome.id}`)
    return reply.code(outcome.isNew ? 201 : 200).send({ data: outcome })
  }
  const validate = async (request: UploadRequest) => ({
    data: await validateFile(
      services,
      requireCaller(request).userId,
      await readUpload(request, request.query, maxUploadBytes),
    ),
  })
  return [
    operation({ route: 'POST /flights/upload', ...taking, schema: schemas.uploadSchema, respond: upload }),
    operation({ route: 'PUT /flights/upload', ...taking, schema: schemas.putSchema, respond: upload }),
    operation({
      route: 'POST /flights/validate',
      ...taking,
      schema: schemas.validateSchema,
      respond: validate,
    }),
    operation({
      route: 'PUT /flights/validate',
      ...taking,
      schema: schemas.putValidationSchema,
      respond: validate,
    }),
  ]
}

type UploadRequest = FastifyRequest<{
  Querystring: UploadFields
  Headers: Static<typeof UploadHeaders>
}>
