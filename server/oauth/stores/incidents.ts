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

interface IncidentRow {
  id: string
  kind: Incident['kind']
  user_id: string
  application_id: string
  application_name: string
  occurred_at: number
  address: string | null
}

export async function listIncidents(
  sql: Sql,
  of: { userId: string } | { applicationId: string },
): Promise<{ userId: string; incident: Incident }[]> {
  const filter =
    'userId' in of ? fragment`i.user_id = ${of.userId}` : fragment`i.application_id = ${of.applicationId}`
  const rows = await sql<IncidentRow>`
    select i.id, i.kind, i.user_id, i.application_id, a.name as application_name, i.occurred_at, i.address
    from incidents i join applications a on a.id = i.application_id
    where ${filter} order by i.occurred_at desc, i.id desc limit 100`
  return rows.map((row) => ({
    userId: row.user_id,
    incident: {
      id: row.id,
      kind: row.kind,
      applicationId: row.application_id,
      applicationName: row.application_name,
      occurredAt: row.occurred_at,
      address: row.address,
    },
  }))
}
