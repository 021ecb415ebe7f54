// The dashboard's own endpoints for imports: their results stay until they are dismissed.
import { SESSION } from '#server/access/proof.ts'
import { UploadFields } from '#contract/flight.ts'
import { ImportParams } from '#contract/imports.ts'
import type { ImportList } from '#dashboard/imports.ts'
import { requireSession, type SessionServices } from '#server/access/session.ts'
import { sendCompressed } from '#server/platform/http/compress.ts'
import type { App } from '#server/platform/http/http.ts'
import { refuseIdAs } from '#server/platform/http/problems.ts'
import type { FlightServices } from '../scorer/scorer.ts'
import { addBodyReading, readOptions } from '../upload/read-request.ts'
import { acceptArchive, describeImport, noSuchImport, requireImport } from './imports.ts'
import { requireArchiveBody } from './receive.ts'
import { listUnread, markRead } from './store.ts'

const MAX_LISTED = 20

export function addImportDashboard(app: App, services: FlightServices & SessionServices): void {
  const onRequest = requireSession(services)
  const { db, now } = services
  app.get('/app/api/imports', { onRequest, schema: { hide: true } }, async (request, reply) => {
    const rows = await listUnread(db.sql, request.session.userId, MAX_LISTED)
    const body: ImportList = { imports: await Promise.all(rows.map((row) => describeImport(db.sql, row))) }
    return sendCompressed(request, reply, body)
  })

  const one = {
    config: SESSION,
    onRequest,
    schemaErrorFormatter: refuseIdAs(noSuchImport),
    schema: { hide: true, params: ImportParams },
  }
  app.post('/app/api/imports/:id/read', one, async ({ session, params }, reply) => {
    if (!(await markRead(db.sql, now(), session.userId, params.id))) throw noSuchImport()
    return reply.code(204).send()
  })

  void app.register(async (scope: App) => {
    addBodyReading(scope)
    const upload = {
      onRequest: [onRequest, requireArchiveBody],
      schema: { hide: true, querystring: UploadFields },
      config: { ...SESSION, body: 'archive' as const },
    }
    scope.post('/app/api/flights/import', upload, async (request, reply) => {
      const { userId } = request.session
      const given = {
        options: readOptions(request.query),
        fileName: request.query.filename,
        isForDashboard: true,
      }
      const { id } = await acceptArchive(services, request, userId, given)
      return reply.code(202).send({ data: await requireImport(db.sql, userId, id) })
    })
  })
}
