// A code or refresh token that was used twice: somebody else may have it.
import { recordSecurityEvent } from '#server/access/security-log/store.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { findApplicationName } from '../stores/applications.ts'
import { insertIncident, type NewIncident } from '../stores/incidents.ts'

/** For the user and the application's owner to see. */
export async function reportReplay(sql: Sql, incident: NewIncident): Promise<void> {
  await insertIncident(sql, incident)
  const { userId, applicationId, occurredAt, address } = incident
  const subject = await findApplicationName(sql, applicationId)
  const event = { userId, kind: 'token_replayed', actor: 'application', address, subject } as const
  await recordSecurityEvent(sql, occurredAt, event)
}
