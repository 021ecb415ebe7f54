// Since when each consent and each application of a user gives the access that it gives now, by the application's id.
import type { Sql } from '#server/platform/database/database.ts'

type Times = ReadonlyMap<string, number>

interface Row {
  id: string
  changed_at: number
  newest_at: number | null
}

const toTimes = (rows: readonly Row[]): Times =>
  new Map(rows.map(({ id, changed_at, newest_at }) => [id, Math.max(changed_at, newest_at ?? 0)]))

/** The last authorization counts: a thief may have used a consent that was there. */
export async function listConsentTimes(sql: Sql, userId: string): Promise<Times> {
  return toTimes(
    await sql<Row>`
      select c.application_id as id, c.updated_at as changed_at,
        (select max(h.created_at) from chains h
         where h.user_id = c.user_id and h.application_id = c.application_id and h.revoked_at is null) as newest_at
      from consents c where c.user_id = ${userId} and c.revoked_at is null`,
  )
}

/** The last change or rotation of the secret counts. */
export async function listApplicationTimes(sql: Sql, ownerId: string): Promise<Times> {
  return toTimes(
    await sql<Row>`
      select a.id, a.updated_at as changed_at,
        (select max(s.created_at) from application_secrets s where s.application_id = a.id) as newest_at
      from applications a where a.owner_id = ${ownerId}`,
  )
}
