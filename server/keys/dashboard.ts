// The dashboard's endpoints for personal keys.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { NewKey } from '#dashboard/keys.ts'
import { idParams } from '#contract/values.ts'
import { revokeKey } from '#server/access/revocation.ts'
import { byProvedUser, recordByUser } from '#server/access/security-log/security-log.ts'
import type { SessionServices } from '#server/access/session.ts'
import { notFound } from '#server/platform/errors.ts'
import { createKey } from './key.ts'
import { findKey, listKeys } from './store.ts'

const noKey = () => notFound('You have no such key.')

export function declareKeyDashboard(services: SessionServices): Operation[] {
  const { db, now } = services
  return [
    operation({
      route: 'GET /keys',
      doors: { dashboard: 'session' },
      respond: async (request) => ({
        items: await listKeys(db.sql, request.session.userId),
      }),
    }),
    operation({
      route: 'POST /keys',
      doors: { dashboard: 'recent' },
      schema: { body: NewKey },
      respond: async (request, reply) => {
        const created = await createKey(services, request.session.userId, request.body, byProvedUser(request))
        return reply.code(201).header('cache-control', 'no-store').send(created)
      },
    }),
    operation({
      route: 'DELETE /keys/:id',
      doors: { dashboard: 'session' },
      schema: { params: idParams('The key.') },
      noSuch: noKey,
      respond: async (request, reply) => {
        const { userId } = request.session
        await db.transaction(async (sql) => {
          if (!(await revokeKey(sql, now(), userId, request.params.id))) throw noKey()
          const subject = (await findKey(sql, request.params.id))?.name
          await recordByUser(sql, now(), request, userId, 'key_revoked', subject)
        })
        return reply.code(204).send()
      },
    }),
  ]
}
