// The rows of `works`: how the operator has set each kind of background work, and how it went last.
import { fragment, join, type Sql } from '../database/database.ts'
import { MINUTE_MS } from '../time.ts'

export interface WorkRow {
  name: string
  paused_at: number | null
  ran_at: number | null
  failed_at: number | null
  last_error: string | null
  minute: number
  done: number
  done_before: number
  progress_done: number | null
  progress_of: number | null
  progress_failed: number | null
  progress_at: number | null
}

export function listWorks(sql: Sql): Promise<WorkRow[]> {
  return sql<WorkRow>`
    select name, paused_at, ran_at, failed_at, last_error, minute, done, done_before,
      progress_done, progress_of, progress_failed, progress_at
    from works`
}

export async function isPaused(sql: Sql, name: string): Promise<boolean> {
  const rows = await sql`select name from works where name = ${name} and paused_at is not null`
  return rows.length > 0
}

/** Paused a second time it stays paused since the first. */
export async function setPaused(sql: Sql, name: string, pausedAt: number | null): Promise<void> {
  const since = pausedAt === null ? fragment`null` : fragment`coalesce(works.paused_at, excluded.paused_at)`
  await sql`
    insert into works (name, paused_at) values (${name}, ${pausedAt})
    on conflict (name) do update set paused_at = ${since}`
}

export interface Tally {
  ranAt: number
  failedAt: number | null
  lastError: string | null
  done: number
}

/** Adds what a node has done since it last did this. By name, so two nodes cannot deadlock. */
export async function addTallies(
  sql: Sql,
  nowMs: number,
  tallies: ReadonlyMap<string, Tally>,
): Promise<void> {
  if (tallies.size === 0) return
  const minute = Math.floor(nowMs / MINUTE_MS)
  const rows = [...tallies]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([name, { ranAt, failedAt, lastError, done }]) =>
        fragment`(${name}, ${ranAt}, ${failedAt}, ${lastError}, ${minute}, ${done})`,
    )
  await sql`
    insert into works (name, ran_at, failed_at, last_error, minute, done) values ${join(rows, ', ')}
    on conflict (name) do update set ran_at = excluded.ran_at,
      failed_at = coalesce(excluded.failed_at, works.failed_at),
      last_error = coalesce(excluded.last_error, works.last_error),
      done_before = case works.minute when excluded.minute then works.done_before
                                      when excluded.minute - 1 then works.done else 0 end,
      done = case works.minute when excluded.minute then works.done else 0 end + excluded.done,
      minute = excluded.minute`
}

/** How far a change of many rows, or a queue in memory, has got. */
export interface Progressed {
  done: number
  of: number
  /** Of those that are left. */
  failed?: number
}

/** Null when it has ended. */
export async function setProgress(
  sql: Sql,
  nowMs: number,
  name: string,
  progress: Progressed | null,
): Promise<void> {
  const at = progress && nowMs
  await sql`
    insert into works (name, progress_done, progress_of, progress_failed, progress_at)
    values (${name}, ${progress?.done ?? null}, ${progress?.of ?? null}, ${progress?.failed ?? null}, ${at})
    on conflict (name) do update set progress_done = excluded.progress_done, progress_of = excluded.progress_of,
      progress_failed = excluded.progress_failed, progress_at = excluded.progress_at`
}
