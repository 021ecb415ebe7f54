// Flights: for applications, and for the dashboard.
import type { FastifyReply } from 'fastify'
import { UPLOAD } from '#server/access/bearer.ts'
import { sendJson } from '#server/platform/http/compress.ts'
import {
  type Caller,
  type Operation,
  operation,
  type RequestOf,
} from '#server/access/operations/operation.ts'
import { pageOf } from '#server/access/operations/pages.ts'
import { answerIfKnown } from '#server/platform/http/answers.ts'
import { cachingFor, sendFile } from './read/download.ts'
import { writeDetail } from './record/flight.ts'
import { declareGliders } from './gliders/operations.ts'
import { declareAirspace } from './airspace/operations.ts'
import { declareSharing } from './sharing/operations.ts'
import type { SharedReader } from './sharing/shared-flight.ts'
import { declareImports, importUpload } from './import/operations.ts'
import { isZip } from './import/zip.ts'
import { declarePhotos } from './photos/operations.ts'
import { readChanges } from './read/changes.ts'
import { sendTerrain } from './read/ground.ts'
import { forPilot } from './read/for-pilot.ts'
import { readCursorPage, readNumberedPage, sendLogbook } from './read/list.ts'
import { isByCursor } from './read/list-query.ts'
import { declareTakeoffName } from './takeoff-names/operations.ts'
import { declareStatistics } from './sums/operations.ts'
import { declareTracks } from './tracks/operations.ts'
import { declareMerge } from './twins/operations.ts'
import { makeListTag, readLogbook } from './read/list-tag.ts'
import { setLinks } from './read/links.ts'
import { declareLogbook } from './logbook.ts'
import { removeFlight } from './record/remove.ts'
import { declareSignatures } from './signatures/operations.ts'
import { readUpload, requireUsableBody } from './upload/read-request.ts'
import * as schemas from './schemas.ts'
import { readFile } from './files/files.ts'
import { describeStorage } from './files/quota.ts'
import { findStoredFile } from './record/store.ts'
import { noSuchFlight, requireFlight, sendChanged, sendTrack, writeAnalysis } from './read/one-flight.ts'
import { describeChange } from './record/precondition.ts'
import { showLeagues } from './leagues/leagues.ts'
import { createScoresReader, type LeagueServices } from './leagues/scores.ts'
import type { FlightServices } from './record/services.ts'
import { describeIdempotency } from '#server/access/once/answer-once.ts'
import { deliverFlight } from './upload/receive.ts'
import { IMPORT_OPERATION } from './upload/upload.ts'
import { type Change, makeChange } from './record/change.ts'
import { updateFlight } from './record/correct.ts'
import { validateFile } from './upload/validate.ts'

export function declareFlights(services: LeagueServices, reader: SharedReader): Operation[] {
  return [
    ...declareReading(services),
    declareStatistics(services),
    ...declareGliders(services),
    declareTracks(services),
    declareTakeoffName(services),
    ...declareOne(services),
    ...declareLeagues(services),
    ...declareAirspace(services),
    ...declareSharing(services, reader),
    ...declarePhotos(services),
    ...declareChanging(services),
    declareMerge(services),
    ...declareUploading(services),
    ...declareImports(services),
    ...declareSignatures(services),
    ...declareLogbook(services),
  ]
}

const reading = { api: 'flights:read', dashboard: 'session' } as const

function declareReading(services: FlightServices): Operation[] {
  return [
    operation({
      route: 'GET /flights',
      doors: { api: 'flights:read' },
      schema: schemas.listSchema,
      handle: async ({ userId }, request, reply) => {
        const { sql } = forPilot(services, userId).db
        const logbook = await readLogbook(sql, userId)
        // The results of a search may grow without a change: the job that completes flights of an earlier release.
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
      handle: async ({ userId }, request, reply) => {
        const { sql } = forPilot(services, userId).db
        const { json, next, hasMore } = await readChanges(sql, userId, request.query)
        const links = { first: { after: undefined }, next: hasMore ? { after: next } : undefined }
        setLinks(request, reply, services.config.baseUrl, links)
        return sendJson(reply, json)
      },
    }),
    operation({
      route: 'GET /flights/storage',
      doors: { api: 'flights:read' },
      schema: schemas.storageSchema,
      handle: async ({ userId }) => ({ data: await describeStorage(services, userId) }),
    }),
    operation({
      route: 'GET /flights/export',
      doors: { api: 'flights:read' },
      schema: schemas.logbookSchema,
      handle: async ({ userId }, request, reply) => {
        const { sql } = forPilot(services, userId).db
        const tag = makeListTag(services, userId, await readLogbook(sql, userId), request.url)
        if (answerIfKnown(request, reply, tag)) return reply
        return sendLogbook(reply, sql, userId)
      },
    }),
  ]
}

function declareOne(services: FlightServices): Operation[] {
  return [
    operation({
      route: 'GET /flights/:id',
      doors: reading,
      schema: schemas.detailSchema,
      noSuch: noSuchFlight,
      handle: async ({ userId }, { params }, reply) =>
        sendJson(reply, writeDetail(await requireFlight(forPilot(services, userId), userId, params.id))),
    }),
    operation({
      route: 'GET /flights/:id/analysis',
      doors: reading,
      schema: schemas.analysisSchema,
      noSuch: noSuchFlight,
      handle: async ({ userId }, { params }, reply) =>
        sendJson(reply, await writeAnalysis(forPilot(services, userId), userId, params.id)),
    }),
    // Unlike everywhere else, a malformed id is a bad request here, as the contract says.
    operation({
      route: 'GET /flights/:id/igc',
      doors: reading,
      schema: schemas.downloadSchema,
      handle: async (caller, request, reply) => {
        const { sql } = forPilot(services, caller.userId).db
        const stored = await findStoredFile(sql, caller.userId, request.params.id)
        if (!stored) throw noSuchFlight()
        return sendFile(request, reply, stored, () => readFile(services, stored), cachingFor(caller))
      },
    }),
    operation({
      route: 'GET /flights/:id/track',
      doors: { api: 'flights:read' },
      schema: schemas.trackSchema,
      noSuch: noSuchFlight,
      handle: ({ userId }, request, reply) => sendTrack(forPilot(services, userId), request, reply, userId),
    }),
    operation({
      route: 'GET /flights/:id/terrain',
      doors: { api: 'flights:read' },
      schema: schemas.terrainSchema,
      noSuch: noSuchFlight,
      handle: ({ userId }, request, reply) => sendTerrain(forPilot(services, userId), request, reply, userId),
    }),
  ]
}

function declareLeagues(services: LeagueServices): Operation[] {
  const leagues = showLeagues(services.leagues)
  const sendScores = createScoresReader(services)
  return [
    operation({
      route: 'GET /leagues',
      doors: reading,
      schema: schemas.leaguesSchema,
      handle: (_caller, { query }) => pageOf(leagues, query, ({ id }) => id),
    }),
    operation({
      route: 'GET /flights/:id/scores',
      doors: reading,
      schema: schemas.scoresSchema,
      noSuch: noSuchFlight,
      handle: ({ userId }, request, reply) => sendScores(request, reply, userId),
    }),
  ]
}

function declareChanging(services: FlightServices): Operation[] {
  return [
    operation({
      route: 'PATCH /flights/:id',
      doors: { api: 'flights:write', dashboard: 'session' },
      // One flight at a time: its pilot sees it, and a program with the scope may as well.
      widens: () => false,
      schema: schemas.correctSchema,
      noSuch: noSuchFlight,
      handle: async (caller, request, reply) => {
        const { userId } = caller
        const { id } = request.params
        const correct = (change: Change) => updateFlight(change, id, request.body)
        if (!(await makeChange(services, userId, correct, describeChange(request, userId, id))))
          throw noSuchFlight()
        return sendChanged(reply, await requireFlight(services, userId, id), caller)
      },
    }),
    operation({
      route: 'DELETE /flights/:id',
      doors: { api: 'flights:delete', dashboard: 'session' },
      schema: schemas.deleteSchema,
      noSuch: noSuchFlight,
      handle: async ({ userId }, request) => {
        const { id } = request.params
        const remove = (change: Change) => removeFlight(change, id)
        if (!(await makeChange(services, userId, remove, describeChange(request, userId, id))))
          throw noSuchFlight()
      },
    }),
  ]
}

export function declareUploading(services: FlightServices): Operation[] {
  const { maxUploadBytes, baseUrl } = services.config
  const doors = { api: UPLOAD } as const
  const taking = { body: 'upload', before: [requireUsableBody(services)] } as const
  const upload = async (caller: Caller, request: UploadRequest, reply: FastifyReply) => {
    const key = describeIdempotency(caller, request.headers['idempotency-key'])
    const file = await readUpload(request, request.query, maxUploadBytes)
    if (isZip(file.bytes)) return importUpload(services, reply, caller, file)
    const outcome = await deliverFlight(services, caller, { ...file, splitsAt: IMPORT_OPERATION }, key)
    reply.header('location', `${baseUrl}/api/v1/flights/${outcome.id}`)
    return reply.code(outcome.isNew ? 201 : 200).send({ data: outcome })
  }
  const validate = async ({ userId }: Caller, request: UploadRequest) => ({
    data: await validateFile(services, userId, await readUpload(request, request.query, maxUploadBytes)),
  })
  return [
    operation({
      route: 'POST /flights/upload',
      doors: { ...doors, dashboard: 'session' },
      ...taking,
      schema: schemas.uploadSchema,
      handle: upload,
    }),
    operation({ route: 'PUT /flights/upload', doors, ...taking, schema: schemas.putSchema, handle: upload }),
    operation({
      route: 'POST /flights/validate',
      doors,
      ...taking,
      schema: schemas.validateSchema,
      handle: validate,
    }),
    operation({
      route: 'PUT /flights/validate',
      doors,
      ...taking,
      schema: schemas.putValidationSchema,
      handle: validate,
    }),
  ]
}

type UploadRequest = RequestOf<typeof schemas.uploadSchema>
