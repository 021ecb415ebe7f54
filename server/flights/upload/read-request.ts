// The body of an upload: raw or multipart, gzip or not, whole or not; refused while it is read, not after.
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { type Flight, UploadFields } from '#contract/flight.ts'
import { leavePlace, signalOf } from '#server/access/admission/admission.ts'
import { collect, dropEmpty } from '#server/access/admission/streams.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { readFields } from '#server/platform/http/schemas.ts'
import { noteFacts } from '#server/platform/requests/facts.ts'
import { originOf, type RequestOrigin } from '#server/platform/requests/origin.ts'
import { cleanFileName, cleanText, readContentDisposition } from '../record/text/file-name.ts'
import { decompress, tooLarge, withoutGzip } from './gzip.ts'
import { readMultipart } from './multipart.ts'
import type { Noticed, UploadOptions } from '../record/metadata.ts'
import type { FlightServices } from '../record/services.ts'

export interface Upload {
  /** The application that uploads on its own account, by its client credentials. */
  applicationId?: string | undefined
  /** They may go to a thread with their buffer: the caller gives them away. */
  bytes: Uint8Array
  fileName: string | undefined
  options: UploadOptions
  /** Runs in the transaction that stores the flight; when it throws, nothing is stored. */
  alongside?: (sql: Sql, outcome: UploadOutcome) => Promise<void>
  /** Called once the bytes are counted in the scoring queue: the next body can be read. */
  onQueued?: () => void
  /** Aborted when the result is not waited for any more. */
  signal?: AbortSignal
  /** The request that it came with. */
  origin?: RequestOrigin
  /** Where a file with several flights is split, for the sentence that refuses it. */
  splitsAt?: string
  /** Told how many milliseconds each part took. */
  onTimes?: (times: Record<string, number>) => void
}

export interface UploadOutcome extends Noticed {
  id: string
  hash: string
  fileName: string
  isNew: boolean
  scoring: Flight['scoring']
}

/** The size of a multipart body besides the file: boundaries, part headers, text parts. */
export const MULTIPART_FRAME_BYTES = 65_536
/** The type that tools send by default (curl -T, curl --data-binary). */
const FORM_TYPE = 'application/x-www-form-urlencoded'
/** For a flight and for an archive alike: the bytes decide which it is, compressed or not. */
export const RAW_TYPES = [
  '',
  FORM_TYPE,
  'application/octet-stream',
  'application/igc',
  'application/vnd.fai.igc',
  'text/plain',
  'application/gzip',
  'application/x-gzip',
  'application/zip',
  'application/x-zip-compressed',
]

/** A hook that runs before the body is read: one that can only be refused is not waited for. */
export function requireUsableBody({ config }: FlightServices) {
  return async (request: FastifyRequest): Promise<void> => requireReadableBody(request, config.maxUploadBytes)
}

export function requireReadableBody(
  request: FastifyRequest,
  maxBytes: number,
  refuse = () => tooLarge(maxBytes),
): void {
  const length = Number(request.headers['content-length'] ?? 0)
  if (length > maxBytes + MULTIPART_FRAME_BYTES) throw refuse()
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (['identity', 'gzip', 'x-gzip', ''].includes(encoding)) return
  throw invalidRequest('This Content-Encoding is not supported: send the file plain or compressed with gzip.')
}

export async function readUpload(
  request: FastifyRequest,
  query: UploadFields,
  maxBytes: number,
): Promise<Upload> {
  const began = performance.now()
  const upload = await readBody(request, query, maxBytes)
  const receiving = performance.now() - began
  const onQueued = () => leavePlace(request)
  return { ...upload, onQueued, signal: signalOf(request), ...followRequest(request, { receiving }) }
}

/** An upload is found by its request: in the log, and in the events of webhooks. */
export function followRequest(
  request: FastifyRequest,
  before: Record<string, number> = {},
): Required<Pick<Upload, 'origin' | 'onTimes'>> {
  return {
    origin: originOf(request),
    onTimes: (times) => {
      const parts = Object.entries({ ...before, ...times })
      noteFacts(request, { parts: Object.fromEntries(parts.map(([part, ms]) => [part, roundMs(ms)])) })
    },
  }
}

const roundMs = (ms: number) => Math.round(ms * 10) / 10

async function readBody(
  request: Pick<FastifyRequest, 'headers' | 'body'>,
  query: UploadFields,
  maxBytes: number,
): Promise<Upload> {
  const type = request.headers['content-type'] ?? ''
  const mediaType = type.split(';')[0]?.trim().toLowerCase() ?? ''
  const isMultipart = mediaType === 'multipart/form-data'
  if (!isMultipart && !RAW_TYPES.includes(mediaType)) throw unknownType()
  const body = request.body as Readable | undefined
  const limit = isMultipart ? maxBytes + MULTIPART_FRAME_BYTES : maxBytes
  const content = body ? await collect(body, limit, () => tooLarge(maxBytes)) : new Uint8Array()
  if (isMultipart) {
    const { file, fileName, fields } = await readMultipart(content, type)
    const parts = readFields(UploadFields, dropEmpty(Object.fromEntries(fields)))
    return makeUpload(file, fileName, { ...query, ...parts }, maxBytes)
  }
  if (mediaType === FORM_TYPE && isForm(content)) throw noFormExpected()
  const disposition = request.headers['content-disposition']
  const fileName = disposition === undefined ? undefined : readContentDisposition(`;${disposition}`)
  return makeUpload(content, fileName, query, maxBytes)
}

async function makeUpload(
  content: Uint8Array,
  fileName: string | undefined,
  fields: UploadFields,
  maxBytes: number,
): Promise<Upload> {
  const options = readOptions(fields)
  const name = cleanFileName(fields.filename ?? '') ?? cleanFileName(fileName ?? '')
  return { ...(await checkFile(content, name, maxBytes)), options }
}

/** Decompressed if need be; refused when it is empty or too large. */
export async function checkFile(
  content: Uint8Array,
  name: string | undefined,
  maxBytes: number,
): Promise<Pick<Upload, 'bytes' | 'fileName'>> {
  if (content.length === 0) throw invalidRequest('The body is empty: the IGC file is missing.')
  const bytes = await decompress(content, maxBytes)
  if (bytes.length === 0) throw invalidRequest('The gzip body is empty: the IGC file is missing.')
  if (bytes.length > maxBytes) throw tooLarge(maxBytes)
  return { bytes, fileName: bytes === content ? name : withoutGzip(name) }
}

/** A name in plain ASCII, as forms are encoded, and `=`, before anything that only an IGC file has: not gzip. */
function isForm(content: Uint8Array): boolean {
  const start = Buffer.from(content.subarray(0, 4096)).toString('latin1')
  return /^[!-%'-<>-~]{1,200}=/.test(start) && !/(?:^|[\r\n])(?:B\d{6}|H[FOP][A-Z]{3})/i.test(start)
}

export function readOptions(fields: UploadFields): UploadOptions {
  const options: UploadOptions = {}
  if (fields.launch_type !== undefined) options.launchType = fields.launch_type
  if (fields.is_tandem !== undefined) options.isTandem = fields.is_tandem
  if (fields.flight_date !== undefined) options.flightDate = fields.flight_date
  const glider = cleanText(fields.gliderName ?? '')
  if (glider !== '') options.glider = glider
  return options
}

const HOW_TO_SEND =
  'send the IGC file as application/octet-stream, or as multipart/form-data with a part named file.'
const unknownType = () => invalidRequest(`This Content-Type is not supported: ${HOW_TO_SEND}`)
const noFormExpected = () => invalidRequest(`The body is a form, not an IGC file: ${HOW_TO_SEND}`)
