// The dashboard's own endpoints for imports: their results stay until they are dismissed.
import { UploadFields } from '#contract/flight.ts'
import { ImportParams } from '#contract/imports.ts'
import type { ImportList } from '#dashboard/imports.ts'
import type { SessionServices } from '#server/access/session.ts'
import { sendCompressed } from '#server/platform/http/compress.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { FlightServices } from '../scorer/scorer.ts'
import { readOptions } from '../upload/read-request.ts'
import { acceptArchive, describeImport, noSuchImport, requireImport } from './imports.ts'
import { requireArchiveBody } from './receive.ts'
import { listUnread, markRead } from './store.ts'

const MAX_LISTED = 20

export function declareImportDashboard(services: FlightServices & SessionServices): Operation[] {
  const { db, now } = services
  return [
    operation({
      route: 'GET /imports',
      doors: { dashboard: 'session' },
      respond: async (request, reply) => {
        const rows = await listUnread(db.sql, request.session.userId, MAX_LISTED)
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
      respond: async ({ session, params }, reply) => {
        if (!(await markRead(db.sql, now(), session.userId, params.id))) throw noSuchImport()
        return reply.code(204).send()
      },
    }),
    operation({
      route: 'POST /flights/import',
      doors: { dashboard: 'session' },
      body: 'archive',
      before: [requireArchiveBody],
      schema: { querystring: UploadFields },
      respond: async (request, reply) => {
        const { userId } = request.session
        const given = {
          options: readOptions(request.query),
          fileName: request.query.filename,
          isForDashboard: true,
        }
        const { id } = await acceptArchive(services, request, userId, given)
        return reply.code(202).send({ data: await requireImport(db.sql, userId, id) })
      },
    }),
  ]
}
