// The public API of imports.
import type { FastifyReply } from 'fastify'
import { ErrorBody } from '#contract/errors.ts'
import { UploadFields } from '#contract/flight.ts'
import { type Import, ImportParams, ImportResult } from '#contract/imports.ts'
import { Type } from 'typebox'
import { type Caller, requireCaller } from '#server/access/bearer.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { bearerErrors, secured, uploadErrors } from '../schemas.ts'
import { readOptions, type Upload } from '../upload/read-request.ts'
import type { FlightServices } from '../scorer/scorer.ts'
import { acceptArchive, completeSmall, noSuchImport, requireImport } from './imports.ts'
import { requireArchiveBody } from './receive.ts'
import { stageImport } from './stage.ts'

const RETRY_AFTER_SECONDS = 1

const archive = {
  schema: Type.String({
    title: 'ZipArchive',
    format: 'binary',
    description: 'The ZIP archive.',
    examples: ['PK…'],
  }),
}

const accepted = {
  description:
    'The archive is stored, and its flights are imported one after the other; nobody needs to wait for it. Ask for the result at Location.',
  headers: {
    Location: Type.String({ description: 'The address of the import.' }),
    'Retry-After': Type.String({ description: 'Ask again after so many seconds.' }),
  },
  content: { 'application/json': { schema: ImportResult } },
}

const importSchema = {
  ...secured('importFlights', 'flights:write'),
  summary: 'Import the flights of a ZIP archive',
  description:
    'Send the archive as the raw body, or as the part named file of a multipart body; an export of an account is one, and its flights keep their names and corrections. Up to 500 flights with 200 MiB together are taken, compressed not more than 100 to 1; archives in the archive are not opened. An IGC file that holds several recordings (a second A record) becomes a flight for each; such a file may also be sent by itself, without an archive. Folders, hidden files and whatever is not an IGC file are listed as skipped. Each flight is uploaded as if it had come by itself: one that is refused costs no other. With 10 flights or fewer the response has the result; with more it is 202, and the import goes on by itself, also after a restart of the service. The options apply to every flight.',
  querystring: UploadFields,
  body: {
    content: {
      'application/zip': archive,
      'application/octet-stream': archive,
      'multipart/form-data': { schema: Type.Object({ file: archive.schema }, { title: 'ImportForm' }) },
    },
  },
  response: {
    200: ImportResult,
    202: accepted,
    ...uploadErrors,
  },
}

const readSchema = {
  ...secured('getImport', 'flights:write'),
  summary: 'Get an import: its progress, and what became of each file',
  description: 'Results are kept for 90 days.',
  params: ImportParams,
  response: { 200: ImportResult, 404: ErrorBody, ...bearerErrors },
}

export function declareImportRoutes(services: FlightServices): Operation[] {
  return [
    operation({
      route: 'GET /imports/:id',
      doors: { api: 'flights:write' },
      schema: readSchema,
      noSuch: noSuchImport,
      respond: async (request, reply) => {
        const found = await requireImport(services.db.sql, requireCaller(request).userId, request.params.id)
        if (found.state === 'running') reply.header('retry-after', RETRY_AFTER_SECONDS)
        return { data: found }
      },
    }),
    operation({
      route: 'POST /flights/import',
      doors: { api: 'flights:write' },
      body: 'archive',
      before: [requireArchiveBody],
      schema: importSchema,
      respond: async (request, reply) => {
        const caller = requireCaller(request)
        const { query } = request
        const given = {
          options: readOptions(query),
          fileName: query.filename,
          applicationId: uploaderOf(caller),
        }
        const staged = await acceptArchive(services, request, caller.userId, given)
        const result = await completeSmall(services, caller.userId, staged)
        return sendImport(services, reply, result, result.state === 'done' ? 200 : 202)
      },
    }),
  ]
}

/** An upload that turns out to be an archive: 202 always, since 200 and 201 tell of one flight. */
export async function importUpload(
  services: FlightServices,
  reply: FastifyReply,
  userId: string,
  { bytes, fileName, options, applicationId, onQueued }: Upload,
): Promise<FastifyReply> {
  const staged = await stageImport(services, userId, { source: bytes, fileName, options, applicationId })
  onQueued?.()
  return sendImport(services, reply, await completeSmall(services, userId, staged), 202)
}

function sendImport(
  { config }: FlightServices,
  reply: FastifyReply,
  result: Import,
  status: number,
): FastifyReply {
  reply.header('location', `${config.baseUrl}/api/v1/imports/${result.id}`)
  if (result.state === 'running') reply.header('retry-after', RETRY_AFTER_SECONDS)
  return reply.code(status).send({ data: result })
}

/** The application that uploads on its own account, by its client credentials. */
export function uploaderOf(caller: Caller): string | undefined {
  return caller.grantType === 'client_credentials' ? caller.applicationId : undefined
}
