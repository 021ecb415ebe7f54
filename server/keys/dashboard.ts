// The dashboard's endpoints for personal keys.
import { revokeKey } from '#server/access/revocation.ts'
import { requireRecentProof, requireSession, type SessionServices } from '#server/access/session.ts'
import { notFound } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import { createKey, readNewKey } from './key.ts'
import { listKeys } from './store.ts'

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

  app.delete<{ Params: { id: string } }>('/app/api/keys/:id', options, async (request, reply) => {
    const isThere = await revokeKey(db.sql, now(), request.session.userId, request.params.id)
    if (!isThere) throw notFound('You have no such key.')
    return reply.code(204).send()
  })
}
