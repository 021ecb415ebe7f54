// The operator's commands for webhooks: list, enable, replay.
import type { OperatorFailure } from '#dashboard/operator.ts'
import { requireUserId } from '#server/access/operators.ts'
import { byOperator } from '#server/access/security-log/store.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { ID_PATTERN } from '#server/platform/ids.ts'
import { findOption, type Options, requireOption } from '#server/platform/options.ts'
import type { Services } from '#server/platform/services.ts'
import { listFailingWebhooks } from './delivery/backlog-store.ts'
import { requireSecureUrl } from '#server/deliveries/target.ts'
import { recordWebhookEvent, replay } from './manage.ts'
import { listOwnedWebhooks, type OwnedWebhook, updateWebhook } from './store.ts'
import { toWebhookView } from './view.ts'

const MAX_FAILURES = 100

/** With --owner those of the user and of the user's applications. */
export async function listWebhooksByOperator({ db, now }: Services, options: Options): Promise<object> {
  const owner = findOption(options, 'owner')
  const which = owner === undefined ? undefined : { accountId: await requireUserId(db.sql, owner) }
  const rows = await listOwnedWebhooks(db.sql, which)
  return {
    webhooks: rows.map((row) => ({
      ...toWebhookView(row, now()),
      owner: row.owner,
      app: row.application_id,
    })),
  }
}

/** One that its owner or the service has disabled. */
export async function enableWebhookByOperator(
  { config, db, now }: Services,
  options: Options,
): Promise<object> {
  return db.transaction(async (sql) => {
    const { id, url, account_id: accountId } = await requireAnyWebhook(sql, options)
    requireSecureUrl(url, config.webhooks.allowPrivate)
    await updateWebhook(sql, now(), { accountId }, id, { enabled: true }, byOperator.proved)
    await recordWebhookEvent(sql, now(), id, 'webhook_enabled', byOperator)
    return { id, url, enabled: true }
  })
}

/** Webhooks with failed deliveries, most of them first. */
export async function listFailures({ db }: Services): Promise<{ failures: OperatorFailure[] }> {
  const rows = await listFailingWebhooks(db.sql, MAX_FAILURES)
  return {
    failures: rows.map((row) => ({
      webhook: row.id,
      url: row.url,
      owner: row.owner,
      failed: row.failed,
      lastAt: new Date(row.last_at).toISOString(),
      lastError: row.last_error,
      enabled: row.disabled_at === null,
    })),
  }
}

/** Sends everything that failed again, of one webhook. */
export async function replayFailed(services: Services, options: Options): Promise<object> {
  const { id, account_id: accountId } = await requireAnyWebhook(services.db.sql, options)
  return { id, ...(await replay(services, { accountId }, id, { since: 0 })) }
}

async function requireAnyWebhook(sql: Sql, options: Options): Promise<OwnedWebhook> {
  const id = requireOption(options, 'webhook')
  const [webhook] = ID_PATTERN.test(id) ? await listOwnedWebhooks(sql, { id }) : []
  if (!webhook) throw new Error(`There is no webhook ${id}.`)
  return webhook
}
