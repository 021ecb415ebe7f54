// Every table whose rows are kept for a while only, and the job that deletes them. All other rows stay.
import { YOUNG_MS } from '#server/access/suspension.ts'
import { MAX_SESSION_MS } from '#server/accounts/store.ts'
import { forgetDeletions } from '#server/flights/record/change-numbers.ts'
import { type Database, type Fragment, fragment, name, nothing } from '#server/platform/database/database.ts'
import type { Job } from '#server/platform/background/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { type Kept, keptSince } from '#server/platform/settings/retention.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, toDay } from '#server/platform/time.ts'
import { deleteLogs } from '#server/webhooks/log-store.ts'

/** Rows are deleted so many at a time: a transaction that takes seconds makes others wait, and replicas lag. */
const BATCH_SIZE = 1_000

interface Rows {
  table: string
  /** A setting, or milliseconds; without it rows go as soon as their time has passed. */
  kept?: Kept | number
  batch?: number
}

/** Rows go when the time in a column has passed. */
interface PastRows extends Rows {
  /** The columns of the primary key. */
  key: string
  past: string
  where?: Fragment
}

/** Rows that something else tells about: the keys are selected elsewhere. */
interface SelectedRows extends Rows {
  key: string
  select: (beforeMs: number) => Fragment
}

/** Rows that do not go alone. Deletes one batch; how many rows. */
interface LinkedRows extends Rows {
  delete: (db: Database, beforeMs: number, batch: number) => Promise<number>
}

export const pruned: readonly (PastRows | SelectedRows | LinkedRows)[] = [
  { table: 'sessions', key: 'id', past: 'expires_at' },
  { table: 'sessions', key: 'id', past: 'created_at', kept: MAX_SESSION_MS },
  { table: 'one_time_secrets', key: 'hash', past: 'expires_at' },
  { table: 'pairings', key: 'handle_hash', past: 'expires_at', kept: DAY_MS },
  { table: 'rate_counters', key: 'name', past: 'ends_at' },
  { table: 'guesses', key: 'account', past: 'forget_at' },
  { table: 'access_ledger', key: 'user_id, day, source_id, scope', past: 'day', kept: 'ledger' },
  { table: 'security_events', key: 'id', past: 'occurred_at', kept: 'securityLog' },
  {
    table: 'undoable_changes',
    key: 'user_id, kind, object',
    past: 'made_at',
    kept: YOUNG_MS,
    where: fragment`not exists (select 1 from users u where u.id = undoable_changes.user_id and u.review_due_at is not null)`,
  },
  { table: 'nodes', key: 'id', past: 'seen_at', kept: DAY_MS },
  // Expired keys stay for their owner to see.
  {
    table: 'credentials',
    key: 'id',
    past: 'expires_at',
    kept: 'expired',
    where: fragment`kind = 'access_token'`,
  },
  { table: 'device_codes', key: 'hash', past: 'expires_at', kept: 'expired' },
  // With all their refresh tokens.
  { table: 'chains', key: 'id', past: 'revoked_at', kept: 'expired', batch: 500 },
  { table: 'chains', key: 'id', past: 'expires_at', kept: 'expired', batch: 500 },
  // The last token of a chain is the one that is not spent: it was not used in time.
  {
    table: 'chains',
    key: 'id',
    kept: 'expired',
    batch: 500,
    select: (beforeMs) => fragment`
      select t.chain_id from refresh_tokens t where t.used_at is null and t.expires_at < ${beforeMs}
        and not exists (select 1 from refresh_tokens live
                        where live.chain_id = t.chain_id and live.expires_at >= ${beforeMs})`,
  },
  // A used code is kept as long as its chain, to recognise a second use.
  {
    table: 'codes',
    key: 'hash',
    past: 'expires_at',
    kept: 'expired',
    where: fragment`not exists (select 1 from chains where chains.id = codes.chain_id)`,
  },
  { table: 'incidents', key: 'id', past: 'occurred_at', kept: 'incidents' },
  { table: 'refusals', key: 'application_id, day, error', past: 'day', kept: 'refusals' },
  { table: 'upload_failures', key: 'user_id, day, agent, reason', past: 'day', kept: 'refusals' },
  // Applications known by a document that no user has ever allowed anything.
  {
    table: 'applications',
    key: 'id',
    kept: 'expired',
    select: (beforeMs) => fragment`
      select a.id from applications a
      where a.document_expires_at < ${beforeMs} and a.disabled_at is null
        and not exists (select 1 from consents c where c.application_id = a.id)`,
  },
  // Applications that have registered themselves, and that no user has allowed anything within a day.
  {
    table: 'applications',
    key: 'id',
    kept: DAY_MS,
    select: (beforeMs) => fragment`
      select a.id from applications a
      where a.self_registered and a.created_at < ${beforeMs} and a.disabled_at is null
        and not exists (select 1 from consents c where c.application_id = a.id)`,
  },
  // Pending events and deliveries stay, however old.
  { table: 'events', key: 'id', past: 'fanned_out_at', kept: 'events' },
  {
    table: 'deliveries',
    key: 'id',
    past: 'created_at',
    kept: 'events',
    where: fragment`status <> 'pending'`,
  },
  // A flight is due for three days.
  { table: 'webhooks', delete: ({ sql }, _, batch) => deleteLogs(sql, batch) },
  { table: 'club_members', key: 'id', past: 'expires_at' },
  { table: 'queue', key: 'kind, id', past: 'useful_until' },
  { table: 'queue', key: 'kind, id', past: 'failed_at', kept: 'failedWork' },
  { table: 'idempotency_keys', key: 'caller, idempotency_key', past: 'created_at', kept: 'answers' },
  {
    table: 'deleted_flights',
    kept: 'deletions',
    delete: (db, beforeMs, batch) => db.transaction((sql) => forgetDeletions(sql, beforeMs, batch)),
  },
  // An import goes with its files. One that is still being received after two hours was cut off.
  {
    table: 'imports',
    key: 'id',
    past: 'due_at',
    kept: 2 * HOUR_MS,
    batch: 20,
    where: fragment`state = 'receiving'`,
  },
  {
    table: 'imports',
    key: 'id',
    past: 'finished_at',
    kept: 'imports',
    batch: 20,
    where: fragment`state = 'done'`,
  },
]

export function listPruneJobs(services: Services): Job[] {
  return [{ name: 'prune', everyMs: MINUTE_MS, run: () => pruneRows(services) }]
}

/** Deletes one batch of each; true when there may be more. A failure does not keep the others from being deleted. */
export async function pruneRows(services: Services): Promise<boolean> {
  let hasMore = false
  const failures: unknown[] = []
  for (const rows of pruned) {
    const batch = rows.batch ?? BATCH_SIZE
    try {
      if ((await deleteBatch(services, rows, batch)) >= batch) hasMore = true
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return hasMore
}

async function deleteBatch(
  services: Services,
  rows: PastRows | SelectedRows | LinkedRows,
  batch: number,
): Promise<number> {
  const { db, now } = services
  const { kept = 0 } = rows
  const beforeMs = typeof kept === 'number' ? now() - kept : keptSince(services, kept)
  if ('delete' in rows) return rows.delete(db, beforeMs, batch)
  const keys = 'select' in rows ? rows.select(beforeMs) : selectPast(rows, beforeMs)
  const key = name(rows.key)
  const deleted = await db.sql`
    delete from ${name(rows.table)} where (${key}) in (${keys} limit ${batch}) returning ${key}`
  return deleted.length
}

function selectPast({ table, key, past, where }: PastRows, beforeMs: number): Fragment {
  // Of the days that are kept, today is the last.
  const before = past === 'day' ? toDay(beforeMs + DAY_MS) : beforeMs
  const condition = where ? fragment`and ${where}` : nothing
  return fragment`select ${name(key)} from ${name(table)} where ${name(past)} < ${before} ${condition}`
}
