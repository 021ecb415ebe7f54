// The dashboard's endpoints for personal keys.
import { NewKey } from '#dashboard/keys.ts'
import { RECENT_PROOF, SESSION } from '#server/access/proof.ts'
import { idParams } from '#contract/values.ts'
import { revokeKey } from '#server/access/revocation.ts'
import { byUser } from '#server/access/security-log/security-log.ts'
import { recordSecurityEvent } from '#server/access/security-log/store.ts'
import { requireSession, type SessionServices } from '#server/access/session.ts'
import { notFound } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import { refuseIdAs } from '#server/platform/http/problems.ts'
import { createKey } from './key.ts'
import { findKey, listKeys } from './store.ts'

const noKey = () => notFound('You have no such key.')

export function addKeyDashboard(app: App, services: SessionServices): void {
  const { db, now } = services
  const options = { onRequest: requireSession(services), schema: { hide: true } }
  const proved = { ...options, config: RECENT_PROOF }

  app.get('/app/api/keys', options, async (request) => ({
    items: await listKeys(db.sql, request.session.userId),
  }))

  const creation = { ...proved, schema: { hide: true, body: NewKey } }
  app.post('/app/api/keys', creation, async (request, reply) => {
    const created = await createKey(services, request.session.userId, request.body, byUser(request))
    return reply.code(201).header('cache-control', 'no-store').send(created)
  })

  const one = {
    ...options,
    schema: { hide: true, params: idParams('The key.') },
    schemaErrorFormatter: refuseIdAs(noKey),
  }
  app.delete('/app/api/keys/:id', { ...one, config: SESSION }, async (request, reply) => {
    const { userId } = request.session
    await db.transaction(async (sql) => {
      if (!(await revokeKey(sql, now(), userId, request.params.id))) throw noKey()
      const subject = (await findKey(sql, request.params.id))?.name
      await recordSecurityEvent(sql, now(), { ...byUser(request), userId, kind: 'key_revoked', subject })
    })
    return reply.code(204).send()
  })
}
