// A user's webhooks in the export and the review of the account; when it is deleted, its events are redacted in the logs of others.
import type { AccessOwners } from '#server/access/kinds.ts'
import { eraseEvents } from '#server/events/outbox.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { eraseDeliveries, listDeliveriesAfter } from './log-store.ts'
import { failPending } from './delivery/queue-store.ts'
import { listWebhooks, updateWebhook } from './store.ts'
import { toDeliveryView, toWebhookView, withAttempts } from './view.ts'

const EXPORT_BATCH_SIZE = 500

export function createWebhookPart({ db, now }: Services) {
  return {
    /** One file with the log for each webhook of the user and of the user's applications. */
    async *exportFiles(owner: { id: string }) {
      for (const webhook of await listWebhooks(db.sql, { accountId: owner.id })) {
        const deliveries = await listWholeLog(db.sql, webhook.id)
        const content = {
          webhook: toWebhookView(webhook, now()),
          applicationId: webhook.application_id,
          deliveries,
        }
        yield { path: `webhooks/${webhook.id}.json`, bytes: Buffer.from(JSON.stringify(content, null, 2)) }
      }
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

async function listWholeLog(sql: Sql, webhookId: string) {
  const deliveries = []
  for (let after = 0; ;) {
    const rows = await listDeliveriesAfter(sql, webhookId, after, EXPORT_BATCH_SIZE)
    deliveries.push(...(await withAttempts(sql, rows)).map(toDeliveryView))
    const last = rows.at(-1)
    if (!last || rows.length < EXPORT_BATCH_SIZE) return deliveries
    after = last.sequence
  }
}
