// The dashboard's endpoints for personal keys.
import { idParams } from '#contract/values.ts'
import { revokeKey } from '#server/access/revocation.ts'
import { requireRecentProof, requireSession, type SessionServices } from '#server/access/session.ts'
import { notFound } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import { refuseIdAs } from '#server/platform/http/problems.ts'
import { createKey, readNewKey } from './key.ts'
import { listKeys } from './store.ts'

const noKey = () => notFound('You have no such key.')

export function addKeyDashboard(app: App, services: SessionServices): void {
  const { db, now } = services
  const options = { onRequest: requireSession(services), schema: { hide: true } }
  const proved = { ...options, onRequest: [options.onRequest, requireRecentProof(services)] }

  app.get('/app/api/keys', options, async (request) => ({
    items: await listKeys(db.sql, request.session.userId),
  }))

  app.post('/app/api/keys', proved, async (request, reply) => {
    const created = await createKey(db, now(), request.session.userId, readNewKey(request.body))
    return reply.code(201).header('cache-control', 'no-store').send(created)
  })

  const one = {
    ...options,
    schema: { hide: true, params: idParams('The key.') },
    schemaErrorFormatter: refuseIdAs(noKey),
  }
  app.delete('/app/api/keys/:id', one, async (request, reply) => {
    const isThere = await revokeKey(db.sql, now(), request.session.userId, request.params.id)
    if (!isThere) throw noKey()
    return reply.code(204).send()
  })
}
