// SkyLines' upload: several files and ZIPs in one request, and a result for each flight in them, whatever became of it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { countFiles, countOtherFiles } from '#server/access/admission/files.ts'
import { noteRefusedFile } from '#server/access/failures/failures.ts'
import { findRequestCredential } from '#server/access/bearer.ts'
import type { Credential } from '#server/access/credentials.ts'
import { wrongLogin } from '#server/access/devices/sign-in.ts'
import { ApiError } from '#server/platform/errors.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { countFlights, isZip, readZip, type ZipEntry, zipLimits } from '../import/zip.ts'
import { findFlight } from '../record/store.ts'
import { type Part, readParts } from '../upload/multipart.ts'
import { acceptFile, inWords, type IntakeServices, toFlightNumber } from './dialect.ts'
import { toText } from './form-bytes.ts'
import { readBytes } from './read-fields.ts'
import { skylinesSchema } from './schemas.ts'

const PATH = '/api/flights/upload'
/** How many files of the largest size one request may hold. */
const MAX_BODY_FILES = 4
const MAX_PARTS = 520
const MAX_PILOT_NAME = 255
const PRIVATE = 2

const STATUS = { stored: 0, duplicate: 1, noDate: 2, unreadable: 3, noFlight: 4 } as const

export function declareSkylines(services: IntakeServices): Operation {
  return operation({
    route: `POST ${PATH}`,
    doors: { instrument: 'instrument' },
    body: 'upload',
    before: [requireSender(services)],
    schema: skylinesSchema,
    options: inWords(services, refuse),
    respond: (request, reply) => upload(services, request, reply),
  })
}

/** By Basic with a device password, or by any Bearer credential that may upload. */
function requireSender(services: IntakeServices) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const basic = readLogin(request.headers.authorization)
    const caller = basic
      ? await services.devices.signIn(request, basic.user, basic.password)
      : await findRequestCredential(services, request)
    if (!caller?.scopes.includes('flights:write')) throw wrongLogin()
    request.usedScope = 'flights:write'
    await countFiles(services, request, reply, caller)
  }
}

/** As browsers and curl write it (RFC 7617), not form-encoded as OAuth does. */
function readLogin(header = ''): { user: string; password: string } | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header)?.[1]
  if (encoded === undefined) return undefined
  const text = toText(Buffer.from(encoded, 'base64'))
  const colon = text.indexOf(':')
  return colon === -1 ? undefined : { user: text.slice(0, colon), password: text.slice(colon + 1) }
}

async function upload(
  services: IntakeServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = request.credential!
  const body = await readBytes(request, MAX_BODY_FILES * services.config.maxUploadBytes)
  const parts = await readParts(body, request.headers['content-type'] ?? '', MAX_PARTS)
  const textOf = (name: string) => toText(parts.find((part) => part.name === name)?.bytes ?? new Uint8Array())
  const files = parts.filter(({ name, bytes }) => name === 'files' && bytes.length > 0)
  requireFitting(textOf('pilotId').trim(), textOf('pilotName').trim(), files.length)
  // One was counted before the body was read.
  await countOtherFiles(services, request, reply, caller, (await countAll(files)) - 1)
  const results: Result[] = []
  for (const { bytes, fileName } of files)
    results.push(...(await uploadPart(services, request, caller, fileName ?? 'direct.igc', bytes)))
  return reply.send({ results, club_members: [], aircraft_models: [] })
}

/** Each flight of a ZIP is one; a ZIP that cannot be read is one, too. */
async function countAll(files: readonly Part[]): Promise<number> {
  let count = 0
  for (const { bytes } of files) count += isZip(bytes) ? await countFlights(bytes).catch(() => 1) : 1
  return count
}

function requireFitting(pilotId: string, pilotName: string, files: number): void {
  const fields: Record<string, string[]> = {}
  if (!/^\d*$/.test(pilotId)) fields.pilotId = ['Not a valid integer.']
  if (pilotName.length > MAX_PILOT_NAME) fields.pilotName = [`Longer than maximum length ${MAX_PILOT_NAME}.`]
  if (files === 0) fields.files = ['Missing data for required field.']
  if (Object.keys(fields).length === 0) return
  throw new ApiError(422, 'invalid_request', 'The form does not fit.', {
    body: { error: 'validation-failed', fields },
  })
}

interface Result {
  name: string
  status: number
  flight: object | null
  trace: null
  airspaces: []
  cacheKey: null
  /** Why there is no flight, or what was noticed about it; SkyLines itself has no words for it. */
  message?: string
}

/** One result for an IGC file, one for each entry of a ZIP: recognised by its bytes, not by its name. */
async function uploadPart(
  services: IntakeServices,
  request: FastifyRequest,
  caller: Credential,
  name: string,
  bytes: Uint8Array,
): Promise<Result[]> {
  if (!isZip(bytes)) return [await uploadOne(services, request, caller, name, bytes)]
  const results: Result[] = []
  try {
    for await (const entry of readZip(bytes, zipLimits(services.config))) {
      if (entry.kind === 'flight')
        results.push(await uploadOne(services, request, caller, entry.name, entry.bytes))
      else if (!entry.name.endsWith('/'))
        results.push(withoutFlight(entry.name, STATUS.unreadable, describeLeftOut(entry)))
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    noteRefusedFile(request, error)
    results.push(withoutFlight(name, STATUS.unreadable, error.message))
  }
  return results
}

function describeLeftOut(entry: Exclude<ZipEntry, { kind: 'flight' }>): string {
  return 'reason' in entry ? `${entry.kind}: ${entry.reason}` : 'skipped: This is a photo.'
}

/** A file that cannot be used costs no other; being too busy ends the request, which can be sent again. */
async function uploadOne(
  services: IntakeServices,
  request: FastifyRequest,
  caller: Credential,
  name: string,
  bytes: Uint8Array,
): Promise<Result> {
  try {
    const { id, isNew, warnings } = await acceptFile(services, request, caller, {
      bytes,
      fileName: name,
      isOneOfMany: true,
    })
    const status = isNew ? STATUS.stored : STATUS.duplicate
    const noticed = warnings.map(({ message }) => message).join(' ') || undefined
    return { ...withoutFlight(name, status, noticed), flight: await describe(services, caller.userId, id) }
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 413].includes(error.status)) throw error
    noteRefusedFile(request, error)
    return withoutFlight(name, toStatus(error), error.message)
  }
}

function toStatus({ cause }: ApiError): number {
  const { code } = (cause ?? {}) as { code?: string }
  if (code === 'no-date') return STATUS.noDate
  return code === 'no-fixes' ? STATUS.noFlight : STATUS.unreadable
}

function withoutFlight(name: string, status: number, message?: string): Result {
  return {
    name,
    status,
    flight: null,
    trace: null,
    airspaces: [],
    cacheKey: null,
    ...(message !== undefined && { message }),
  }
}

/** The members that clients read. */
async function describe(services: IntakeServices, userId: string, id: string): Promise<object | null> {
  const row = await findFlight(services.db.sql, userId, id)
  // Deleted at that very moment.
  if (!row) return null
  const { launch, landing, pilot, glider } = JSON.parse(row.metadata) as Metadata
  const pilotName = pilot ?? ''
  return {
    id: toFlightNumber(id),
    pilot: { id: toFlightNumber(userId), name: pilotName },
    pilotName,
    takeoffTime: launch?.time ?? null,
    landingTime: landing?.time ?? null,
    igcFile: { filename: row.file_name, date: row.flight_date, registration: null, model: glider ?? null },
    privacyLevel: PRIVATE,
  }
}

interface Metadata {
  launch?: { time: string }
  landing?: { time: string }
  pilot?: string | null
  glider?: string | null
}

function refuse(reply: FastifyReply, error: ApiError): FastifyReply {
  const words = error.status === 401 ? 'invalid_token' : error.code
  return reply
    .code(error.status)
    .headers(error.headers)
    .send(error.status === 422 ? error.body : { error: words, message: error.message })
}
