import type { TestServer } from '../server.ts'

/** Rows whose changes the journal has noted, as the table and the key. */
export async function listNotes({ services }: Pick<TestServer, 'services'>): Promise<string[]> {
  const rows = await services.db.sql<{ name: string; key: string }>`
    select name, key from row_changes where name <> '' order by name, key`
  return rows.map(({ name, key }) => `${name} ${key.replaceAll(' ', '')}`)
}
