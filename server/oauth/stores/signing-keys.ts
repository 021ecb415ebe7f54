// The keys that sign id_tokens, one generation after the other.
import type { PublicKey } from '#contract/openid.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { reseal, seal, type Secrets } from '#server/platform/secrets.ts'

export interface SigningKey {
  readonly generation: number
  /** The `kid`. */
  readonly id: string
  readonly sealedKey: Uint8Array
  readonly publicKey: PublicKey
  readonly createdAt: number
  readonly signsFrom: number
}

export const toBinding = (id: string) => ({ purpose: 'signing key', id })

/** The oldest first. */
export async function listSigningKeys(sql: Sql): Promise<SigningKey[]> {
  const rows = await sql<Omit<SigningKey, 'publicKey'> & { publicKey: string }>`
    select generation, id, sealed_key as "sealedKey", public_key as "publicKey", created_at as "createdAt",
      signs_from as "signsFrom"
    from signing_keys order by generation`
  return rows.map((row) => ({ ...row, publicKey: JSON.parse(row.publicKey) as PublicKey }))
}

/** Of several nodes that make the same generation at once, one succeeds. */
export async function insertSigningKey(
  sql: Sql,
  secrets: Secrets,
  key: Omit<SigningKey, 'sealedKey'> & { privateKey: string },
): Promise<boolean> {
  const sealed = seal(secrets, toBinding(key.id), key.privateKey)
  const rows = await sql`
    insert into signing_keys (generation, id, sealed_key, public_key, created_at, signs_from)
    values (${key.generation}, ${key.id}, ${sealed}, ${JSON.stringify(key.publicKey)}, ${key.createdAt},
            ${key.signsFrom})
    on conflict (generation) do nothing returning generation`
  return rows.length > 0
}

export async function deleteSigningKeysBefore(sql: Sql, generation: number): Promise<number> {
  const rows = await sql`delete from signing_keys where generation < ${generation} returning generation`
  return rows.length
}

export async function resealSigningKeys(sql: Sql, secrets: Secrets): Promise<number> {
  let count = 0
  for (const { id, sealedKey } of await listSigningKeys(sql)) {
    const sealed = reseal(secrets, toBinding(id), sealedKey)
    if (!sealed) continue
    await sql`update signing_keys set sealed_key = ${sealed} where id = ${id}`
    count++
  }
  return count
}
