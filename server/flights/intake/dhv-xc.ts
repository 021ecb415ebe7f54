// DHV-XC's API v1: JSON with user, password and the IGC text, answered with success and message and nothing else.
// POST /api/v1/flights is no path of our own contract: what does not look like this dialect is answered 405 as before.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { countFiles } from '#server/access/admission/files.ts'
import { ApiError } from '#server/platform/errors.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { acceptFile, inWords, cutGlider, type IntakeServices, toFlightNumber } from './dialect.ts'
import { type Fields, findText } from './form-bytes.ts'
import { readFields } from './read-fields.ts'
import { dhvCheckSchema, dhvFlightSchema } from './schemas.ts'

const CHECK_PATH = '/api/v1/authcheck'
const FLIGHTS_PATH = '/api/v1/flights'
const MAX_CHECK_BYTES = 10_000

export function declareDhvXc(services: IntakeServices): Operation[] {
  const dialect = {
    doors: { instrument: 'credential' },
    body: 'unsigned',
    options: inWords(services, refuse),
  } as const
  return [
    operation({
      route: `POST ${CHECK_PATH}`,
      ...dialect,
      schema: dhvCheckSchema,
      respond: (request, reply) => check(services, request, reply),
    }),
    operation({
      route: `POST ${FLIGHTS_PATH}`,
      ...dialect,
      before: [refuseOurOwn],
      schema: dhvFlightSchema,
      respond: (request, reply) => submit(services, request, reply),
    }),
  ]
}

async function check(
  services: IntakeServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await signIn(services, request, await readFields(request, MAX_CHECK_BYTES))
  return send(reply, 200, 'OK')
}

async function submit(
  services: IntakeServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const fields = await readFields(request, services.config.maxUploadBytes).catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'invalid_request' ? noPost() : error
  })
  const file = fields.get('igccontent')
  if (!file) throw noPost()
  const device = await signIn(services, request, fields)
  await countFiles(services, request, reply, device)
  const { id, isNew, warnings } = await acceptFile(services, request, device, {
    bytes: file.bytes,
    fileName: findText(fields, 'igcname'),
    options: cutGlider(findText(fields, 'glider')),
  })
  // Clients find the number by these words, on one line, of which the last `ID` counts.
  const number = `ID ${toFlightNumber(id)}`
  const outcome = describeOutcome(isNew, findText(fields, 'publish') === 'true')
  const noticed = warnings.map(({ message }) => message.replaceAll(/ID(?=\s+\d)/g, 'id'))
  const end = noticed.length > 0 ? `. ${noticed.join(' ')}` : ''
  return send(reply, 200, `${outcome} under ${number}${end}`)
}

function describeOutcome(isNew: boolean, isPublished: boolean): string {
  if (!isNew) return 'The flight is already stored'
  return isPublished ? 'The flight has been published' : 'The flight was stored as draft'
}

function signIn(services: IntakeServices, request: FastifyRequest, fields: Fields) {
  return services.devices.signIn(request, findText(fields, 'user') ?? '', findText(fields, 'pass') ?? '')
}

/** Anyone who shows a Bearer token speaks our own language, in which this path has no POST. */
async function refuseOurOwn(request: FastifyRequest): Promise<void> {
  if (request.headers.authorization !== undefined) throw noPost()
}

function noPost(): ApiError {
  const allow = 'GET, HEAD'
  return new ApiError(
    405,
    'method_not_allowed',
    `Upload flights to POST /api/v1/flights/upload; here only ${allow} are allowed.`,
    {
      headers: { allow },
    },
  )
}

function refuse(reply: FastifyReply, error: ApiError): FastifyReply {
  reply.headers(error.headers)
  if (![404, 405].includes(error.status)) return send(reply, error.status, error.message, false)
  return reply.code(error.status).send({ error: error.code, error_description: error.message })
}

function send(reply: FastifyReply, status: number, message: string, success = true): FastifyReply {
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ success, message: message.replaceAll(/\s+/g, ' ') }))
}
