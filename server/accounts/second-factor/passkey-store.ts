// The table of passkeys.
import type { Proved } from '#server/access/proof.ts'
import { fragment, type Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'

export interface Passkey {
  id: string
  user_id: string
  credential_id: string
  public_key: Uint8Array
  counter: number
  transports: string
  is_backup_eligible: boolean
  is_backed_up: boolean
  name: string
  created_at: number
  last_used_at: number | null
  made_by: string | null
  suspended_at: number | null
}

export type NewPasskey = Omit<Passkey, 'id' | 'created_at' | 'last_used_at' | 'made_by' | 'suspended_at'>

const columns = fragment`
  id, user_id, credential_id, public_key, counter, transports, is_backup_eligible, is_backed_up, name, created_at,
  last_used_at, made_by, suspended_at`

export async function listPasskeys(sql: Sql, userId: string): Promise<Passkey[]> {
  return sql<Passkey>`select ${columns} from passkeys where user_id = ${userId} order by id`
}

export async function findPasskey(sql: Sql, credentialId: string): Promise<Passkey | undefined> {
  const [row] = await sql<Passkey>`select ${columns} from passkeys where credential_id = ${credentialId}`
  return row
}

/** Its id; undefined when it is registered already. */
export async function insertPasskey(
  sql: Sql,
  nowMs: number,
  passkey: NewPasskey,
  proved: Proved,
): Promise<string | undefined> {
  const [row] = await sql<{ id: string }>`
    insert into passkeys (id, user_id, credential_id, public_key, counter, transports, is_backup_eligible,
      is_backed_up, name, created_at, made_by)
    values (${createId(nowMs)}, ${passkey.user_id}, ${passkey.credential_id}, ${passkey.public_key},
      ${passkey.counter}, ${passkey.transports}, ${passkey.is_backup_eligible}, ${passkey.is_backed_up},
      ${passkey.name}, ${nowMs}, ${proved.means ?? null})
    on conflict (credential_id) do nothing returning id`
  return row?.id
}

/**
 * False when it is suspended, or its counter has not grown, as with a copy of the authenticator; those that do not count
 * stay at 0.
 */
export async function touchPasskey(
  sql: Sql,
  nowMs: number,
  id: string,
  { counter, isBackedUp }: { counter: number; isBackedUp: boolean },
): Promise<boolean> {
  const rows = await sql`
    update passkeys set counter = ${counter}, is_backed_up = ${isBackedUp}, last_used_at = ${nowMs}
    where id = ${id} and suspended_at is null and (counter < ${counter} or (counter = 0 and ${counter} = 0)) returning id`
  return rows.length > 0
}

/** The name of the one that is gone. */
export async function deletePasskey(sql: Sql, userId: string, id: string): Promise<string | undefined> {
  const [row] = await sql<{ name: string }>`
    delete from passkeys where id = ${id} and user_id = ${userId} returning name`
  return row?.name
}

/** The names of those that are gone. */
export async function deletePasskeys(sql: Sql, userId: string): Promise<string[]> {
  const rows = await sql<{ name: string }>`delete from passkeys where user_id = ${userId} returning name`
  return rows.map((row) => row.name)
}
