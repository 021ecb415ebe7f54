// Imports of archives.
import type { FastifyReply } from 'fastify'
import { ErrorBody } from '#contract/errors.ts'
import { UploadFields } from '#contract/flight.ts'
import { type Import, ImportParams, ImportResult } from '#contract/imports.ts'
import type { ImportList } from '#dashboard/imports.ts'
import { Type } from 'typebox'
import { type Caller, type Operation, operation } from '#server/access/operations/operation.ts'
import { sendCompressed } from '#server/platform/http/compress.ts'
import { tags, uploadErrors } from '../record/answers.ts'
import { uploaderOf } from '../upload/receive.ts'
import { readOptions, type Upload } from '../upload/read-request.ts'
import type { FlightServices } from '../record/services.ts'
import { acceptArchive, completeSmall, describeImport, noSuchImport, requireImport } from './imports.ts'
import { requireArchiveBody } from './receive.ts'
import { stageImport } from './stage.ts'
import { listUnread, markRead } from './store.ts'

const RETRY_AFTER_SECONDS = 1
const MAX_LISTED = 20

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
    'The archive is stored, and its flights are imported one after the other; there is no need to wait for it. Ask for the result at Location.',
  headers: {
    Location: Type.String({ description: 'The address of the import.' }),
    'Retry-After': Type.String({ description: 'Seconds to wait before polling again.' }),
  },
  content: { 'application/json': { schema: ImportResult } },
}

const importSchema = {
  operationId: 'importFlights',
  tags,
  summary: 'Import a ZIP archive of flights',
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
  response: { 200: ImportResult, 202: accepted, ...uploadErrors },
}

const readSchema = {
  operationId: 'getImport',
  tags,
  summary: 'Get an import and the result of each file',
  description: 'Results are kept for 90 days.',
  params: ImportParams,
  response: { 200: ImportResult, 404: ErrorBody },
}

export function declareImports(services: FlightServices): Operation[] {
  const { db, now } = services
  return [
    operation({
      route: 'GET /imports/:id',
      doors: { api: 'flights:write' },
      schema: readSchema,
      noSuch: noSuchImport,
      handle: async ({ userId }, { params }, reply) => {
        const found = await requireImport(db.sql, userId, params.id)
        if (found.state === 'running') reply.header('retry-after', RETRY_AFTER_SECONDS)
        return { data: found }
      },
    }),
    operation({
      route: 'POST /flights/import',
      doors: { api: 'flights:write', dashboard: 'session' },
      body: 'archive',
      before: [requireArchiveBody],
      schema: importSchema,
      handle: async (caller, request, reply) => {
        const { query } = request
        const given = { options: readOptions(query), fileName: query.filename, ...describeSender(caller) }
        const staged = await acceptArchive(services, request, caller.userId, given)
        const result = await completeSmall(services, caller.userId, staged)
        return sendImport(services, reply, result, result.state === 'done' ? 200 : 202)
      },
    }),
    // Results stay in the dashboard until they are dismissed.
    operation({
      route: 'GET /imports',
      doors: { dashboard: 'session' },
      handle: async ({ userId }, request, reply) => {
        const rows = await listUnread(db.sql, userId, MAX_LISTED)
        const body: ImportList = {
          imports: await Promise.all(rows.map((row) => describeImport(db.sql, row))),
        }
        return sendCompressed(request, reply, body)
      },
    }),
    operation({
      route: 'POST /imports/:id/read',
      doors: { dashboard: 'session' },
      schema: { params: ImportParams },
      noSuch: noSuchImport,
      handle: async ({ userId }, { params }) => {
        if (!(await markRead(db.sql, now(), userId, params.id))) throw noSuchImport()
      },
    }),
  ]
}

/** An upload that turns out to be an archive: 202 always, since 200 and 201 tell of one flight. */
export async function importUpload(
  services: FlightServices,
  reply: FastifyReply,
  caller: Caller,
  { bytes, fileName, options, onQueued }: Upload,
): Promise<FastifyReply> {
  const archive = { source: bytes, fileName, options, ...describeSender(caller) }
  const staged = await stageImport(services, caller.userId, archive)
  onQueued?.()
  return sendImport(services, reply, await completeSmall(services, caller.userId, staged), 202)
}

const describeSender = (caller: Caller) => ({
  applicationId: uploaderOf(caller),
  isForDashboard: caller.session !== undefined,
})

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
