// Leonardo's flight_submit.php: user, password and the IGC text as fields. Its clients read words in the body and look
// at no status; XCCup's path has the same words with status codes.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LaunchType } from '#contract/launch-types.ts'
import { countFiles } from '#server/access/admission/files.ts'
import { type ApiError, invalidRequest } from '#server/platform/errors.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { UploadOptions } from '../record/metadata.ts'
import {
  acceptFile,
  inWords,
  cutGlider,
  type IntakeServices,
  toFlightNumber,
  toFlightUrl,
  withSlash,
} from './dialect.ts'
import { type Fields, findText } from './form-bytes.ts'
import { readFields } from './read-fields.ts'
import { leonardoSchema, xccupSchema } from './schemas.ts'

const PATH = '/flight_submit.php'
/** Where its installations have it; AirTome posts to the last one. */
const OTHER_PATHS = [
  '/leonardo/flight_submit.php',
  '/modules/leonardo/flight_submit.php',
  '/xc/modules/leonardo/flight_submit.php',
] as const
const XCCUP_PATH = '/api/flights/leonardo'
const FILE_FIELD = 'IGCigcIGC'
const USAGE = 'Send the flight with POST: user, pass, igcfn and IGCigcIGC.'

export function declareLeonardo(services: IntakeServices): Operation[] {
  const words = inWords(services, (reply, error) => sendPage(reply, 200, describeRefusal(error)))
  const paths = [...withSlash(PATH, leonardoSchema), ...OTHER_PATHS.flatMap((path) => withSlash(path))]
  return paths.flatMap(([path, schema]) => declarePath(services, path, schema, words))
}

export function declareXccup(services: IntakeServices): Operation[] {
  const words = inWords(services, (reply, error) =>
    sendPage(reply.headers(error.headers), error.status, describeRefusal(error)),
  )
  return declarePath(services, XCCUP_PATH, xccupSchema, words)
}

function declarePath(
  services: IntakeServices,
  path: `/${string}`,
  schema: object,
  options: ReturnType<typeof inWords>,
): Operation[] {
  const doors = { instrument: 'instrument' } as const
  return [
    operation({
      route: `POST ${path}`,
      doors,
      body: 'unsigned',
      schema,
      options,
      respond: (request, reply) => submit(services, request, reply),
    }),
    // For a pilot who tries the address in a browser.
    operation({
      route: `GET ${path}`,
      doors,
      options,
      respond: () => {
        throw invalidRequest(USAGE)
      },
    }),
  ]
}

async function submit(
  services: IntakeServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const fields = await readFields(request, services.config.maxUploadBytes)
  // The oldest clients put user and password elsewhere.
  const user = findText(fields, 'user', 'OLCvnolc') ?? ''
  const device = await services.devices.signIn(request, user, findText(fields, 'pass', 'na') ?? '')
  await countFiles(services, request, reply, device)
  const file = fields.get(FILE_FIELD)
  if (!file) throw invalidRequest(`There is no flight: the field ${FILE_FIELD} is missing.`)
  const { id, warnings } = await acceptFile(services, request, device, {
    bytes: withoutOlcLine(file.bytes),
    fileName: findText(fields, 'igcfn') ?? file.fileName,
    options: readOptions(fields),
  })
  const number = toFlightNumber(id).toString().padStart(9, '0')
  const link = `<a href='${toFlightUrl(services, id)}'>Press here to view it</a>`
  const words = `response=${number}<br>flight scored<br>Your flight has been submitted<br><br>${link}`
  const noticed = warnings.map(({ message }) => `<br>${toPlainWords(message)}`)
  return sendPage(reply, 200, words + noticed.join(''))
}

/** Old clients wrote their fields into a line before the file. */
function withoutOlcLine(bytes: Uint8Array): Uint8Array {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 8192)).toString('latin1')
  const line = /^OLC[^\r\n]*?(?:&IGCigcIGC=|\r?\n|\r)/.exec(start)?.[0]
  return line === undefined ? bytes : bytes.slice(line.length)
}

const launches: Record<string, LaunchType> = { 1: 'Self', 2: 'Towed', 4: 'Towed', 8: 'Powered' }

function readOptions(fields: Fields): UploadOptions {
  const options = cutGlider(findText(fields, 'glider'))
  const launchType = launches[findText(fields, 'startType') ?? '']
  if (launchType !== undefined) options.launchType = launchType
  const isTandem = findText(fields, 'Klasse', 'klasse') === '5' || findText(fields, 'Category') === '3'
  if (isTandem) options.isTandem = true
  return options
}

function describeRefusal(error: ApiError): string {
  if (error.status === 401) return 'problem<br>Invalid user data'
  return `problem<br>${toPlainWords(error.message)}`
}

/** In ASCII; the words that clients look for may be in no other answer. */
function toPlainWords(sentence: string): string {
  return sentence.replaceAll(/[^\x20-\x7e]|[<>&]/g, ' ').replaceAll(/flight scored|invalid user data/gi, ' ')
}

function sendPage(reply: FastifyReply, status: number, words: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(`<html><body>${words}</body></html>`)
}
