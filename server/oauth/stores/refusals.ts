// Refused token requests, counted by application, day and error.
import type { Sql } from '#server/platform/database/database.ts'

export interface Refusals {
  readonly applicationId: string
  /** UTC: 2026-05-17. */
  readonly day: string
  readonly error: string
  readonly count: number
  readonly lastAt: number
}

/** Refusals of an unknown application are not counted. */
export async function addRefusals(sql: Sql, refusals: Refusals): Promise<void> {
  await sql`
    insert into refusals (application_id, day, error, count, last_at)
    select a.id, cast(${refusals.day} as text), cast(${refusals.error} as text),
           cast(${refusals.count} as integer), cast(${refusals.lastAt} as bigint)
    from applications a where a.id = ${refusals.applicationId}
    on conflict (application_id, day, error)
    do update set count = refusals.count + excluded.count, last_at = excluded.last_at`
}

export async function listRefusals(
  sql: Sql,
  applicationId: string,
  sinceDay: string,
): Promise<{ error: string; count: number; lastAt: number }[]> {
  return sql<{ error: string; count: number; lastAt: number }>`
    select error, sum(count) as count, max(last_at) as "lastAt" from refusals
    where application_id = ${applicationId} and day >= ${sinceDay}
    group by error order by max(last_at) desc`
}
