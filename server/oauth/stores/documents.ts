// Applications known by the address of their description, and until when it need not be read again.
import type { Sql } from '#server/platform/database/database.ts'
import { type ApplicationFields, insertUnowned } from './applications.ts'

export interface StoredDocument {
  readonly applicationId: string
  readonly expiresAt: number
  readonly isDisabled: boolean
}

export async function findDocument(sql: Sql, url: string): Promise<StoredDocument | undefined> {
  const [row] = await sql<{ application_id: string; expires_at: number; disabled_at: number | null }>`
    select d.application_id, d.expires_at, a.disabled_at
    from client_documents d join applications a on a.id = d.application_id where d.url = ${url}`
  return (
    row && {
      applicationId: row.application_id,
      expiresAt: row.expires_at,
      isDisabled: row.disabled_at !== null,
    }
  )
}

export async function findDocumentUrl(sql: Sql, applicationId: string): Promise<string | undefined> {
  const [row] = await sql<{ url: string }>`
    select url from client_documents where application_id = ${applicationId}`
  return row?.url
}

/** In a transaction. Of two nodes that read a new one at the same moment both get the same application. */
export async function saveDocument(
  sql: Sql,
  nowMs: number,
  document: { url: string; expiresAt: number; fields: ApplicationFields },
): Promise<string> {
  const { url, expiresAt, fields } = document
  const [known] = await sql<{ application_id: string }>`
    update client_documents set expires_at = ${expiresAt} where url = ${url} returning application_id`
  if (known) {
    await updateFields(sql, nowMs, known.application_id, fields)
    return known.application_id
  }
  const id = await insertUnowned(sql, nowMs, fields, false)
  const [saved] = await sql<{ application_id: string }>`
    insert into client_documents (url, application_id, expires_at) values (${url}, ${id}, ${expiresAt})
    on conflict (url) do update set expires_at = excluded.expires_at returning application_id`
  if (saved && saved.application_id !== id) await sql`delete from applications where id = ${id}`
  return saved?.application_id ?? id
}

async function updateFields(sql: Sql, nowMs: number, id: string, fields: ApplicationFields): Promise<void> {
  await sql`
    update applications set description = ${fields.description ?? null}, grants = ${fields.grants.join(' ')},
      scopes = ${fields.scopes.join(' ')}, redirect_uris = ${JSON.stringify(fields.redirectUris)},
      updated_at = ${nowMs}
    where id = ${id}`
}
