// A user's webhooks in the export and the review of the account; when it is deleted, its events are redacted in the logs of others.
import type { AccessOwners } from '#server/access/kinds.ts'
import { eraseEvents } from '#server/events/outbox.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { eraseDeliveries, listDeliveriesAfter } from './log-store.ts'
import { failPending } from './delivery/queue-store.ts'
import { listWebhooks, updateWebhook, type Webhook } from './store.ts'
import { toDeliveryView, toWebhookView, withAttempts } from './view.ts'

const EXPORT_BATCH_SIZE = 100

export function createWebhookPart({ db, now }: Services) {
  return {
    /** One file with the log for each webhook of the user and of the user's applications. */
    async *exportFiles(owner: { id: string }) {
      for (const webhook of await listWebhooks(db.sql, { accountId: owner.id }))
        yield { path: `webhooks/${webhook.id}.json`, content: writeLog(db.sql, webhook, now()) }
    },
    access: {
      webhook: {
        list: async (sql, userId) =>
          (await listWebhooks(sql, { accountId: userId }))
            .filter(({ disabled_at }) => disabled_at === null)
            .map(({ id, url, updated_at }) => ({ id, name: url, madeAt: updated_at })),
        end: async (sql, userId, id) => {
          const isOwn = await updateWebhook(sql, now(), { accountId: userId }, id, { enabled: false })
          if (isOwn) await failPending(sql, id)
        },
      },
    } satisfies AccessOwners,
    /** The user's own webhooks are deleted with the user's row. */
    async erase(sql: Sql, owner: { id: string }) {
      await eraseEvents(sql, owner.id)
      await eraseDeliveries(sql, owner.id)
    },
  }
}

/** As JSON, piece by piece: the log may be longer than memory. */
async function* writeLog(sql: Sql, webhook: Webhook, nowMs: number): AsyncGenerator<Buffer> {
  const about = { webhook: toWebhookView(webhook, nowMs), applicationId: webhook.application_id }
  yield Buffer.from(`${JSON.stringify(about, null, 2).slice(0, -2)},\n  "deliveries": [`)
  for (let after = 0; ;) {
    const rows = await listDeliveriesAfter(sql, webhook.id, after, EXPORT_BATCH_SIZE)
    const deliveries = (await withAttempts(sql, rows)).map(toDeliveryView)
    const text = deliveries.map((delivery) => `\n    ${JSON.stringify(delivery)}`).join(',')
    if (rows.length > 0) yield Buffer.from(after === 0 ? text : `,${text}`)
    const last = rows.at(-1)
    if (!last || rows.length < EXPORT_BATCH_SIZE) break
    after = last.sequence
  }
  yield Buffer.from('\n  ]\n}\n')
}
