// The public API of flights.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { UploadFields, UploadHeaders } from '#contract/flight.ts'
import { requireBearer, requireCaller, requireUploader } from '#server/access/bearer.ts'
import { sendJson } from '#server/platform/http/compress.ts'
import type { App } from '#server/platform/http/http.ts'
import { answerIfKnown } from '#server/platform/http/answers.ts'
import { refuseIdAs } from '#server/platform/http/problems.ts'
import { originOf } from '#server/platform/requests/origin.ts'
import { sendFile } from './read/download.ts'
import { writeDetail } from './flight.ts'
import { addGliderRoutes } from './gliders/routes.ts'
import { addAirspaceRoutes } from './airspace/routes.ts'
import { addSharingRoutes } from './sharing/routes.ts'
import type { SharedReader } from './sharing/shared-flight.ts'
import { addImportRoutes, importUpload, uploaderOf } from './import/routes.ts'
import { isZip } from './import/zip.ts'
import { addPhotoRoutes } from './photos/routes.ts'
import { readChanges } from './read/changes.ts'
import { sendTerrain } from './read/ground.ts'
import { forPilot } from './read/for-pilot.ts'
import { readCursorPage, readNumberedPage, sendLogbook } from './read/list.ts'
import { isByCursor } from './read/list-query.ts'
import { readStatistics } from './read/statistics.ts'
import { addPlaceRoutes } from './places/routes.ts'
import { addRecordRoutes } from './records/routes.ts'
import { addTrackRoutes } from './tracks/routes.ts'
import { addMergeRoutes } from './twins/routes.ts'
import { makeListTag, readLogbook } from './read/list-tag.ts'
import { setLinks } from './read/links.ts'
import { removeFlight } from './remove.ts'
import type { Statistics } from '#contract/logbook.ts'
import { addBodyReading, readUpload, requireUsableBody } from './upload/read-request.ts'
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

const schemaErrorFormatter = refuseIdAs(noSuchFlight)
const IMMUTABLE = 'private, max-age=31536000, immutable'

export function addFlightRoutes(app: App, services: LeagueServices, reader: SharedReader): void {
  addReading(app, services)
  addRecordRoutes(app, services)
  addGliderRoutes(app, services)
  addTrackRoutes(app, services)
  addPlaceRoutes(app, services)
  addTerrain(app, services)
  addLeagues(app, services)
  addAirspaceRoutes(app, services)
  addSharingRoutes(app, services, reader)
  addPhotoRoutes(app, services)
  addChanging(app, services)
  addMergeRoutes(app, services)
  addUploading(app, services)
  addImportRoutes(app, services)
}

function addReading(app: App, services: FlightServices): void {
  const onRequest = requireBearer(services, 'flights:read')
  const json = { onRequest, schemaErrorFormatter }

  app.get('/api/v1/flights', { ...json, schema: schemas.listSchema }, async (request, reply) => {
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
  })

  const changes = { ...json, schema: schemas.changesSchema }
  app.get('/api/v1/flights/changes', changes, async (request, reply) => {
    const { userId } = requireCaller(request)
    const { json, next, hasMore } = await readChanges(
      forPilot(services, userId).db.sql,
      userId,
      request.query,
    )
    const links = { first: { after: undefined }, next: hasMore ? { after: next } : undefined }
    setLinks(request, reply, services.config.baseUrl, links)
    return sendJson(reply, json)
  })

  const storage = { onRequest, schema: schemas.storageSchema }
  app.get('/api/v1/flights/storage', storage, async (request) => ({
    data: await describeStorage(services, requireCaller(request).userId),
  }))

  const statistics = { ...json, schema: schemas.statisticsSchema }
  app.get('/api/v1/flights/statistics', statistics, async (request, reply) => {
    const { userId } = requireCaller(request)
    const { sql } = forPilot(services, userId).db
    const { types: _types, ...data } = await readStatistics(sql, userId, request.query)
    return sendJson(reply, JSON.stringify({ data } satisfies { data: Statistics }))
  })

  const logbook = { ...json, schema: schemas.logbookSchema }
  app.get('/api/v1/flights/export', logbook, async (request, reply) => {
    const { userId } = requireCaller(request)
    const { sql } = forPilot(services, userId).db
    const tag = makeListTag(services, userId, await readLogbook(sql, userId), request.url)
    if (answerIfKnown(request, reply, tag)) return reply
    return sendLogbook(reply, sql, userId)
  })

  const detail = { ...json, schema: schemas.detailSchema }
  app.get('/api/v1/flights/:id', detail, async (request, reply) => {
    const { userId } = requireCaller(request)
    const row = await requireFlight(forPilot(services, userId), userId, request.params.id)
    return sendJson(reply, writeDetail(row))
  })

  const analysis = { ...json, schema: schemas.analysisSchema }
  app.get('/api/v1/flights/:id/analysis', analysis, async (request, reply) => {
    const { userId } = requireCaller(request)
    return sendJson(reply, await writeAnalysis(forPilot(services, userId), userId, request.params.id))
  })

  // Unlike everywhere else, a malformed id is a bad request here, as the contract says.
  const file = { onRequest, schema: schemas.downloadSchema }
  app.get('/api/v1/flights/:id/igc', file, async (request, reply) => {
    const { userId } = requireCaller(request)
    const { sql } = forPilot(services, userId).db
    const stored = await findStoredFile(sql, userId, request.params.id)
    if (!stored) throw noSuchFlight()
    return sendFile(request, reply, stored, () => readFile(services, stored), IMMUTABLE)
  })

  const track = { onRequest, schemaErrorFormatter, schema: schemas.trackSchema }
  app.get('/api/v1/flights/:id/track', track, async (request, reply) => {
    const { userId } = requireCaller(request)
    return sendTrack(forPilot(services, userId), request, reply, userId)
  })
}

function addTerrain(app: App, services: FlightServices): void {
  const options = {
    onRequest: requireBearer(services, 'flights:read'),
    schemaErrorFormatter,
    schema: schemas.terrainSchema,
  }
  app.get('/api/v1/flights/:id/terrain', options, async (request, reply) => {
    const { userId } = requireCaller(request)
    return sendTerrain(forPilot(services, userId), request, reply, userId)
  })
}

function addLeagues(app: App, services: LeagueServices): void {
  const json = { onRequest: requireBearer(services, 'flights:read'), schemaErrorFormatter }
  const leagues = JSON.stringify({ data: showLeagues(services.leagues) })
  app.get('/api/v1/leagues', { ...json, schema: schemas.leaguesSchema }, async (_request, reply) =>
    sendJson(reply, leagues),
  )

  const sendScores = createScoresReader(services)
  app.get('/api/v1/flights/:id/scores', { ...json, schema: schemas.scoresSchema }, async (request, reply) =>
    sendScores(request, reply, requireCaller(request).userId),
  )
}

function addChanging(app: App, services: FlightServices): void {
  const correct = {
    onRequest: requireBearer(services, 'flights:write'),
    schemaErrorFormatter,
    schema: schemas.correctSchema,
  }
  app.patch('/api/v1/flights/:id', correct, async (request, reply) => {
    const { userId, scopes } = requireCaller(request)
    const { id } = request.params
    const given = { precondition: readPrecondition(request, userId, id), origin: originOf(request) }
    if (!(await updateFlight(services, userId, id, request.body, given))) throw noSuchFlight()
    const row = await requireFlight(services, userId, id)
    return sendChanged(reply, row, scopes)
  })

  const remove = {
    onRequest: requireBearer(services, 'flights:delete'),
    schemaErrorFormatter,
    schema: schemas.deleteSchema,
  }
  app.delete('/api/v1/flights/:id', remove, async (request, reply) => {
    const { userId } = requireCaller(request)
    const { id } = request.params
    const given = { precondition: readPrecondition(request, userId, id), origin: originOf(request) }
    if (!(await removeFlight(services, userId, id, given))) throw noSuchFlight()
    return reply.code(204).send()
  })
}

function addUploading(app: App, services: FlightServices): void {
  const onRequest = [requireUploader(services), requireUsableBody(services)]
  const { maxUploadBytes } = services.config
  // A scope of its own: only these routes take any body, as a stream.
  void app.register(async (scope: App) => {
    addBodyReading(scope)
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
    const config = { body: 'upload' } as const
    scope.post('/api/v1/flights/upload', { onRequest, schema: schemas.uploadSchema, config }, upload)
    scope.put('/api/v1/flights/upload', { onRequest, schema: schemas.putSchema, config }, upload)

    const validate = async (request: UploadRequest) => ({
      data: await validateFile(
        services,
        requireCaller(request).userId,
        await readUpload(request, request.query, maxUploadBytes),
      ),
    })
    scope.post('/api/v1/flights/validate', { onRequest, schema: schemas.validateSchema, config }, validate)
    scope.put(
      '/api/v1/flights/validate',
      { onRequest, schema: schemas.putValidationSchema, config },
      validate,
    )
  })
}

type UploadRequest = FastifyRequest<{
  Querystring: UploadFields
  Headers: Static<typeof UploadHeaders>
}>
