import type { LedgerRow, Usage } from '#dashboard/access.ts'
import type { Scope } from '#contract/scopes.ts'
import type { Sql } from '#server/platform/database/database.ts'

const MAX_ROWS = 5_000

export interface LedgerEntry {
  userId: string
  day: string
  sourceKind: 'application' | 'key'
  sourceId: string
  scope: Scope
  requests: number
  uploads: number
  firstAt: number
  lastAt: number
}

export interface LastUse {
  credentialId: string
  at: number
  address: string
}

/** Writes nothing for a user who was deleted meanwhile. */
export async function addToLedger(sql: Sql, entry: LedgerEntry): Promise<void> {
  await sql`
    insert into access_ledger
      (user_id, day, source_kind, source_id, source_name, scope, requests, uploads, first_at, last_at)
    select u.id, cast(${entry.day} as text), cast(${entry.sourceKind} as text), cast(${entry.sourceId} as text),
           coalesce((select name from applications where id = ${entry.sourceId}),
                    (select name from credentials where id = ${entry.sourceId})),
           cast(${entry.scope} as text), cast(${entry.requests} as bigint), cast(${entry.uploads} as bigint),
           cast(${entry.firstAt} as bigint), cast(${entry.lastAt} as bigint)
    from users u where u.id = ${entry.userId}
    on conflict (user_id, day, source_id, scope) do update set
      requests = access_ledger.requests + excluded.requests,
      uploads = access_ledger.uploads + excluded.uploads,
      source_name = coalesce(excluded.source_name, access_ledger.source_name),
      first_at = case when excluded.first_at < access_ledger.first_at then excluded.first_at else access_ledger.first_at end,
      last_at = case when excluded.last_at > access_ledger.last_at then excluded.last_at else access_ledger.last_at end`
}

export async function setLastUse(sql: Sql, { credentialId, at, address }: LastUse): Promise<void> {
  await sql`
    update credentials set last_used_at = ${at}, last_used_address = ${address}
    where id = ${credentialId} and (last_used_at is null or last_used_at < ${at})`
}

/** Newest first. */
export async function listLedger(sql: Sql, userId: string, sinceDay: string): Promise<LedgerRow[]> {
  const rows = await sql<{
    day: string
    source_kind: string
    source_id: string
    source_name: string | null
    scope: Scope
    requests: number
    first_at: number
    last_at: number
  }>`
    select day, source_kind, source_id, source_name, scope, requests, first_at, last_at
    from access_ledger where user_id = ${userId} and day >= ${sinceDay}
    order by day desc, last_at desc, source_id, scope limit ${MAX_ROWS}`
  return rows.map((row) => {
    const isKey = row.source_kind === 'key'
    return {
      day: row.day,
      applicationId: isKey ? null : row.source_id,
      applicationName: isKey ? null : row.source_name,
      keyId: isKey ? row.source_id : null,
      keyName: isKey ? row.source_name : null,
      scope: row.scope,
      count: row.requests,
      firstAt: row.first_at,
      lastAt: row.last_at,
    }
  })
}

/** Only days that have a request. */
export async function listUsage(sql: Sql, userId: string, sinceDay: string): Promise<Usage['days']> {
  return sql<Usage['days'][number]>`
    select day, cast(sum(requests) as bigint) as requests, cast(sum(uploads) as bigint) as uploads
    from access_ledger where user_id = ${userId} and day >= ${sinceDay} group by day order by day`
}
