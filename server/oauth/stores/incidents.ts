// Replays, shown to the user and to the owner of the application.
import type { Incident } from '#dashboard/applications.ts'
import { fragment, type Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'

export interface NewIncident {
  readonly kind: Incident['kind']
  readonly userId: string
  readonly applicationId: string
  readonly occurredAt: number
  readonly address: string
}

export async function insertIncident(sql: Sql, incident: NewIncident): Promise<void> {
  await sql`
    insert into incidents (id, kind, user_id, application_id, occurred_at, address)
    values (${createId(incident.occurredAt)}, ${incident.kind}, ${incident.userId}, ${incident.applicationId},
            ${incident.occurredAt}, ${incident.address})`
}

export async function listIncidents(
  sql: Sql,
  of: { userId: string } | { applicationId: string },
): Promise<{ userId: string; incident: Incident }[]> {
  const filter =
    'userId' in of ? fragment`i.user_id = ${of.userId}` : fragment`i.application_id = ${of.applicationId}`
  const rows = await sql<Incident & { userId: string }>`
    select i.id, i.kind, i.user_id as "userId", i.application_id as "applicationId", a.name as "applicationName",
      i.occurred_at as "occurredAt", i.address
    from incidents i join applications a on a.id = i.application_id
    where ${filter} order by i.occurred_at desc, i.id desc limit 100`
  return rows.map(({ userId, ...incident }) => ({ userId, incident }))
}
