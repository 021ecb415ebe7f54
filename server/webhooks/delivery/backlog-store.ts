// The backlog as an operator sees it, of all webhooks together.
import type { Sql } from '#server/platform/database/database.ts'
import type { Backlog } from '#server/platform/background/figures.ts'

/** Counting has an end, however large the backlog. */
const MAX_COUNTED = 100_000

/**
 * Without what waits because somebody has disabled its application or account: that is no lag, and no more is the age of one that
 * is tried again. Of webhooks that are being sent to one delivery each is running.
 */
export async function countDeliveries(sql: Sql, nowMs: number): Promise<Backlog> {
  const [pending] = await sql<{ count: number; oldest: number | null }>`
    select count(*) as count, min(case when tries = 0 then created_at end) as oldest
    from (select d.tries, d.created_at from deliveries d
          join webhooks w on w.id = d.webhook_id
          left join applications a on a.id = w.application_id
          join users u on u.id = coalesce(w.user_id, a.owner_id)
          where d.status = 'pending' and a.disabled_at is null and u.disabled_at is null
          limit ${MAX_COUNTED}) as pending`
  const [failed] = await sql<{ count: number }>`
    select count(*) as count from (select 1 as one from deliveries where status = 'failed' limit ${MAX_COUNTED}) as failed`
  const [leased] = await sql<{ count: number }>`
    select count(*) as count from webhooks where due_at is not null and leased_until > ${nowMs}`
  const running = leased!.count
  const waiting = Math.max(0, pending!.count - running)
  return { waiting, running, failed: failed!.count, oldestAt: pending!.oldest }
}

/** Of webhooks that are enabled: those of others are sent when they are. */
export function listRetriable(sql: Sql): Promise<{ id: string; accountId: string }[]> {
  return sql<{ id: string; accountId: string }>`
    select w.id, u.id as "accountId"
    from webhooks w left join applications a on a.id = w.application_id
    join users u on u.id = coalesce(w.user_id, a.owner_id)
    where w.disabled_at is null and w.deleted_at is null and w.id in (
      select webhook_id from deliveries where status = 'failed' group by webhook_id)
    order by w.id`
}

export interface FailingWebhook {
  id: string
  url: string
  owner: string
  disabled_at: number | null
  failed: number
  last_at: number
  last_error: string | null
}

/** Webhooks with failed deliveries in the log, most of them first. */
export async function listFailingWebhooks(sql: Sql, max: number): Promise<FailingWebhook[]> {
  return sql<FailingWebhook>`
    with failing as (
      select webhook_id, count(*) as failed, max(id) as last_id
      from (select webhook_id, id from deliveries where status = 'failed' limit ${MAX_COUNTED}) as failed
      group by webhook_id)
    select w.id, w.url, u.email as owner, w.disabled_at, f.failed, d.created_at as last_at,
           (select t.error from delivery_attempts t where t.delivery_id = f.last_id
            order by t.number desc limit 1) as last_error
    from failing f join webhooks w on w.id = f.webhook_id join deliveries d on d.id = f.last_id
    left join applications a on a.id = w.application_id
    join users u on u.id = coalesce(w.user_id, a.owner_id)
    order by f.failed desc, w.id limit ${max}`
}
