// A user's webhooks in the export and the review of the account; when it is deleted, its events are redacted in the logs of others.
import type { AccessOwners } from '#server/access/review-kinds.ts'
import { type ErasedEvent, eraseEvents } from '#server/events/outbox.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { repeatTransaction } from '#server/platform/database/repeat-transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { deleteLogs, eraseDeliveries, listDeliveriesAfter } from './log-store.ts'
import { failPending } from './delivery/queue-store.ts'
import { deleteWebhook, disableWebhook, listWebhooks, type Webhook } from './store.ts'
import { toDeliveryView, toWebhookView, withAttempts } from './view.ts'

const EXPORT_BATCH_SIZE = 100
const ERASED_AT_ONCE = 100

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
          const isOwn = await disableWebhook(sql, now(), { accountId: userId }, id)
          if (isOwn) await failPending(sql, id)
        },
      },
    } satisfies AccessOwners,
    /** The user's own webhooks, and those of the user's applications, hear nothing of what follows. */
    async beginErasure(sql: Sql, { id: accountId }: { id: string }) {
      for (const { id } of await listWebhooks(sql, { accountId }))
        await deleteWebhook(sql, now(), { accountId }, id)
    },
    /** Their logs; and in the outbox, then in the logs of others, what was told of the user's flights. */
    async eraseInBatches({ id: userId }: { id: string }) {
      await repeatTransaction(db, async (sql) => (await deleteLogs(sql, ERASED_AT_ONCE)) > 0)
      let event: ErasedEvent | undefined
      await repeatTransaction(db, async (sql) => {
        event = await eraseEvents(sql, userId, event, ERASED_AT_ONCE)
        return event !== undefined
      })
      let deliveryId: string | undefined = ''
      await repeatTransaction(db, async (sql) => {
        deliveryId = await eraseDeliveries(sql, userId, deliveryId ?? '', ERASED_AT_ONCE)
        return deliveryId !== undefined
      })
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
