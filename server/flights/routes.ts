// The public API of flights.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireBearer, requireCaller } from '#server/access/bearer.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import { ID_PATTERN } from '#server/platform/ids.ts'
import { sendConditionally } from './read/conditional.ts'
import { readCorrection } from './correct.ts'
import { sendFile } from './read/download.ts'
import { toFlight, writeFlight } from './flight.ts'
import { type Query, readFilter, readPage } from './read/list-query.ts'
import { listFlights } from './read/list-store.ts'
import { removeFlight } from './remove.ts'
import { addBodyReading, readUpload, requireUsableBody } from './upload/read-request.ts'
import * as schemas from './schemas.ts'
import { correctFlight, findFile } from './store.ts'
import { noSuchFlight, requireFlight, sendTrack } from './read/one-flight.ts'
import type { FlightServices } from './scorer/scorer.ts'
import { type Idempotency, uploadFlight } from './upload/upload.ts'
import { validateFile } from './upload/validate.ts'

type WithId = { Params: { id: string } }

// The schemas describe; the parameters are read by hand.
const validatorCompiler = () => () => true
const IMMUTABLE = 'private, max-age=31536000, immutable'

export function addFlightRoutes(app: App, services: FlightServices): void {
  addReading(app, services)
  addChanging(app, services)
  addUploading(app, services)
}

function addReading(app: App, services: FlightServices): void {
  const onRequest = requireBearer(services, 'flights:read')
  const json = { onRequest, validatorCompiler, onSend: sendConditionally }

  app.get('/api/v1/flights', { ...json, schema: schemas.listSchema }, async (request, reply) => {
    const query = request.query as Query
    const page = readPage(query)
    const { rows, totalCount } = await listFlights(
      services.db.sql,
      requireCaller(request).userId,
      readFilter(query),
      page,
    )
    const pagination = { ...page, totalCount, totalPages: Math.ceil(totalCount / page.pageSize) }
    const data = rows.map(writeFlight).join(',')
    return sendJson(reply, `{"data":[${data}],"pagination":${JSON.stringify(pagination)}}`)
  })

  const detail = { ...json, schema: schemas.detailSchema }
  app.get<WithId>('/api/v1/flights/:id', detail, async (request, reply) => {
    const row = await requireFlight(services, requireCaller(request).userId, request.params.id)
    return sendJson(reply, `{"data":${writeFlight(row)}}`)
  })

  const file = { onRequest, validatorCompiler, schema: schemas.downloadSchema }
  app.get<WithId>('/api/v1/flights/:id/igc', file, async (request, reply) => {
    const { id } = request.params
    if (!ID_PATTERN.test(id))
      throw invalidRequest('The id of a flight is 24 lowercase hexadecimal characters.')
    const stored = await findFile(services.db.sql, requireCaller(request).userId, id)
    if (!stored) throw noSuchFlight()
    return sendFile(request, reply, stored, IMMUTABLE)
  })

  const track = { onRequest, validatorCompiler, schema: schemas.trackSchema }
  app.get<WithId>('/api/v1/flights/:id/track', track, async (request, reply) =>
    sendTrack(services, request, reply, requireCaller(request).userId),
  )
}

function sendJson(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(text)
}

function addChanging(app: App, services: FlightServices): void {
  const correct = {
    onRequest: requireBearer(services, 'flights:write'),
    validatorCompiler,
    schema: schemas.correctSchema,
  }
  app.patch<WithId>('/api/v1/flights/:id', correct, async (request) => {
    const { userId } = requireCaller(request)
    const { id } = request.params
    const change = readCorrection(request.body)
    const isThere =
      ID_PATTERN.test(id) && (await correctFlight(services.db.sql, services.now(), userId, id, change))
    if (!isThere) throw noSuchFlight()
    return { data: toFlight(await requireFlight(services, userId, id)) }
  })

  const remove = {
    onRequest: requireBearer(services, 'flights:delete'),
    validatorCompiler,
    schema: schemas.deleteSchema,
  }
  app.delete<WithId>('/api/v1/flights/:id', remove, async (request, reply) => {
    const { id } = request.params
    const isRemoved = ID_PATTERN.test(id) && (await removeFlight(services, requireCaller(request).userId, id))
    if (!isRemoved) throw noSuchFlight()
    return reply.code(204).send()
  })
}

function addUploading(app: App, services: FlightServices): void {
  const onRequest = [requireBearer(services, 'flights:write'), requireUsableBody(services)]
  const { maxUploadBytes } = services.config
  // A scope of its own: only these routes take any body, as a stream.
  void app.register(async (scope) => {
    addBodyReading(scope)
    const upload = { onRequest, validatorCompiler, schema: schemas.uploadSchema }
    scope.post('/api/v1/flights/upload', upload, async (request, reply) => {
      const key = readIdempotency(request)
      const file = await readUpload(request, maxUploadBytes)
      const outcome = await uploadFlight(services, requireCaller(request).userId, file, key)
      return reply.code(outcome.isNew ? 201 : 200).send({ data: outcome })
    })

    const validate = { onRequest, validatorCompiler, schema: schemas.validateSchema }
    scope.post('/api/v1/flights/validate', validate, async (request) => ({
      data: await validateFile(
        services,
        requireCaller(request).userId,
        await readUpload(request, maxUploadBytes),
      ),
    }))
  })
}

/** A key belongs to whoever chose it: the user with this application, or with this personal key. */
function readIdempotency(request: FastifyRequest): Idempotency | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key))
    throw invalidRequest('Idempotency-Key must be 1 to 255 printable ASCII characters.')
  const { userId, applicationId, id } = requireCaller(request)
  return { caller: `${userId}/${applicationId ?? id}`, key }
}
