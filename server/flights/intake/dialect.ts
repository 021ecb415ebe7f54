// Shared by all dialects. A dialect reads a request and writes an answer in its own words; the upload between them is
// the one that every flight takes.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { becomeUser, leavePlace, signalOf } from '#server/access/admission/admission.ts'
import { createDeviceSignIn, type DeviceSignIn } from '#server/access/devices/sign-in.ts'
import type { ApiError } from '#server/platform/errors.ts'
import { readFailure } from '#server/platform/http/http.ts'
import { cleanFileName, cleanText } from '../record/text/file-name.ts'
import type { UploadOptions } from '../record/metadata.ts'
import type { FlightServices } from '../record/services.ts'
import { deliverFlight } from '../upload/receive.ts'
import { checkFile, followRequest } from '../upload/read-request.ts'
import type { UploadOutcome } from '../upload/upload.ts'
import type { Credential } from '#server/access/credentials.ts'

const MAX_GLIDER_LENGTH = 100

export interface IntakeServices extends FlightServices {
  readonly devices: DeviceSignIn
}

export function createIntake(services: FlightServices): IntakeServices {
  return { ...services, devices: createDeviceSignIn(services) }
}

type Refuse = (reply: FastifyReply, error: ApiError, request: FastifyRequest) => FastifyReply

/** For `options` of an operation: every refusal is answered in the dialect's words. */
export function inWords(services: FlightServices, refuse: Refuse) {
  const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    refuse(reply, readFailure(services, error as Error, request), request)
  }
  return { errorHandler }
}

/**
 * A path with and without a slash at the end, where it is not under /api: instruments send what a pilot has typed. The
 * description has it without; one that has no schema is not in the description.
 */
export function withSlash(path: `/${string}`, schema: object = {}): [`/${string}`, object][] {
  return [
    [path, schema],
    [`${path}/`, {}],
  ]
}

export interface SentFile {
  bytes: Uint8Array
  fileName: string | undefined
  options?: UploadOptions
  /** The request holds more files: it keeps its place. */
  isOneOfMany?: boolean
}

export async function acceptFile(
  services: FlightServices,
  request: FastifyRequest,
  credential: Credential,
  { bytes, fileName, options = {}, isOneOfMany = false }: SentFile,
): Promise<UploadOutcome> {
  const file = await checkFile(bytes, nameFile(fileName), services.config.maxUploadBytes)
  const { userId } = credential
  await becomeUser(request, userId)
  const signal = signalOf(request)
  signal.throwIfAborted()
  const onQueued = () => (isOneOfMany ? undefined : leavePlace(request))
  const splitsAt = `${services.config.baseUrl}/app/upload`
  const upload = { ...file, options, onQueued, signal, splitsAt, ...followRequest(request) }
  return deliverFlight(services, { userId, credential }, upload)
}

/** Its last part, with `.igc` once, however often it was there or not. */
export function nameFile(sent: string | undefined): string | undefined {
  const name = cleanFileName(sent ?? '')?.replace(/\.igc$/i, '')
  return name === undefined || name === '' ? undefined : `${name}.igc`
}

/** The client's words about the glider, as far as they can be stored. */
export function cutGlider(sent = ''): UploadOptions {
  const glider = cleanText(sent.slice(0, MAX_GLIDER_LENGTH))
  return glider === '' ? {} : { glider }
}

/**
 * A number for clients that expect one: the same for the same flight, of at most nine digits. They show it, and never ask
 * with it.
 */
export function toFlightNumber(id: string): number {
  return Number.parseInt(id.slice(-8), 16) % 1_000_000_000
}

export function toFlightUrl({ config }: FlightServices, id: string): string {
  return `${config.baseUrl}/app/flights/${id}`
}
