// Applications known by the address of their description, and until when it need not be read again.
import type { Sql } from '#server/platform/database/database.ts'

export interface StoredDocument {
  readonly applicationId: string
  readonly expiresAt: number
  readonly isDisabled: boolean
}

export async function findDocument(sql: Sql, url: string): Promise<StoredDocument | undefined> {
  const [row] = await sql<StoredDocument>`
    select id as "applicationId", document_expires_at as "expiresAt", disabled_at is not null as "isDisabled"
    from applications where document_url = ${url}`
  return row
}

export async function findDocumentUrl(sql: Sql, applicationId: string): Promise<string | undefined> {
  const [row] = await sql<{ document_url: string | null }>`
    select document_url from applications where id = ${applicationId}`
  return row?.document_url ?? undefined
}
