import { fragment, join, type Sql } from '#server/platform/database/database.ts'
import type { Count, Quota } from './limits/quota.ts'
import { YOUNG_MS } from './suspension.ts'

const UNLIMITED = 2_147_483_647

/**
 * One statement on PostgreSQL: counts the request or refuses it. It commits without waiting for the disk
 * (`synchronous_commit` off only for this statement): a crash may forget the last fraction of a second of counts.
 */
export async function addToSharedCounter(
  sql: Sql,
  nowMs: number,
  name: string,
  quota: Quota,
  files: number,
): Promise<Count> {
  const requests = quota.requests || UNLIMITED
  // The most that may have been used before for all these files still to fit.
  const uploads = (files > 0 && quota.uploads > 0 ? quota.uploads : UNLIMITED) - files
  const [row] = await sql<{ ends_at: number; requests: number; uploads: number; is_refused: boolean }>`
    with relaxed as (select set_config('synchronous_commit', 'off', true))
    insert into rate_counters as c (name, ends_at, requests, uploads, is_refused)
    select cast(${name} as text), cast(${nowMs + quota.windowMs} as bigint), 1, cast(${files} as integer), false
    from relaxed
    on conflict (name) do update set
      ends_at = case when c.ends_at <= ${nowMs} then excluded.ends_at else c.ends_at end,
      requests = case when c.ends_at <= ${nowMs} then 1
                      when c.requests >= ${requests} or c.uploads > ${uploads} then c.requests
                      else c.requests + 1 end,
      uploads = case when c.ends_at <= ${nowMs} then excluded.uploads
                     when c.requests >= ${requests} or c.uploads > ${uploads} then c.uploads
                     else c.uploads + excluded.uploads end,
      is_refused = c.ends_at > ${nowMs} and (c.requests >= ${requests} or c.uploads > ${uploads})
    returning ends_at, requests, uploads, is_refused`
  if (!row) throw new Error('the counter gave no row')
  return { endsAt: row.ends_at, requests: row.requests, uploads: row.uploads, isRefused: row.is_refused }
}

/** null removes the application's own quota, undefined leaves it as it is. */
export async function setApplicationQuota(
  sql: Sql,
  nowMs: number,
  applicationId: string,
  requests: number | null | undefined,
  uploads: number | null | undefined,
): Promise<{ requests: number | null; uploads: number | null } | undefined> {
  const changes = [
    fragment`updated_at = ${nowMs}`,
    ...(requests === undefined ? [] : [fragment`rate_limit_requests = ${requests}`]),
    ...(uploads === undefined ? [] : [fragment`rate_limit_uploads = ${uploads}`]),
  ]
  const [row] = await sql<{ requests: number | null; uploads: number | null }>`
    update applications set ${join(changes, ', ')} where id = ${applicationId}
    returning rate_limit_requests as requests, rate_limit_uploads as uploads`
  return row
}

/** A request that was counted and then refused for another reason. */
export async function returnToSharedCounter(sql: Sql, name: string, files: number): Promise<void> {
  await sql`
    update rate_counters set requests = requests - 1, uploads = uploads - ${files}
    where name = ${name} and requests > 0`
}

/** When the user of a chain of tokens last proved who they are, at the sign-in that began it. */
export async function findAuthenticatedAt(sql: Sql, chainId: string): Promise<number | undefined> {
  const [chain] = await sql<{ authenticated_at: number | null }>`
    select authenticated_at from chains where id = ${chainId} and revoked_at is null`
  return chain?.authenticated_at ?? undefined
}

/** A change that its user can undo, with the state before. */
export interface ChangeRow {
  kind: string
  /** Of several of a kind. */
  object: string
  subject: string
  /** JSON. */
  undo: string
  madeAt: number
}

/** In the seven days before a recovery and since, or before now. */
export function listChanges(sql: Sql, nowMs: number, userId: string): Promise<ChangeRow[]> {
  return sql<ChangeRow>`
    select c.kind, c.object, c.subject, c.undo, c.made_at as "madeAt"
    from undoable_changes c join users u on u.id = c.user_id
    where c.user_id = ${userId} and c.made_at > coalesce(u.review_due_at, ${nowMs}) - ${YOUNG_MS}
    order by c.made_at desc, c.kind, c.object`
}

/** Of several changes of one object within seven days, the state before the first is put back. */
export async function recordChange(
  sql: Sql,
  nowMs: number,
  userId: string,
  { kind, object, subject, undo }: Omit<ChangeRow, 'madeAt'>,
): Promise<void> {
  await sql`
    insert into undoable_changes (user_id, kind, object, subject, undo, made_at)
    values (${userId}, ${kind}, ${object}, ${subject}, ${undo}, ${nowMs})
    on conflict (user_id, kind, object) do update set
      subject = excluded.subject,
      undo = case when undoable_changes.made_at > ${nowMs - YOUNG_MS} then undoable_changes.undo else excluded.undo end,
      made_at = excluded.made_at`
}

export async function deleteChange(
  sql: Sql,
  userId: string,
  { kind, object }: Pick<ChangeRow, 'kind' | 'object'>,
): Promise<void> {
  await sql`
    delete from undoable_changes where user_id = ${userId} and kind = ${kind} and object = ${object}`
}
