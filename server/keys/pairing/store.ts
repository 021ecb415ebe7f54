// Pairings: pending, then allowed or denied, then consumed; each change once, in one statement.
import { followProof, type Proved } from '#server/access/proof.ts'
import { fragment, type Sql } from '#server/platform/database/database.ts'

export interface Pairing {
  handleHash: string
  address: string | undefined
  userAgent: string | undefined
  createdAt: number
}

export interface NewPairing {
  handleHash: string
  codeHash: string
  address: string
  userAgent: string | undefined
  expiresAt: number
}

/** False when the code is taken. */
export async function insertPairing(sql: Sql, nowMs: number, pairing: NewPairing): Promise<boolean> {
  const rows = await sql`
    insert into pairings (handle_hash, code_hash, address, user_agent, created_at, expires_at)
    values (${pairing.handleHash}, ${pairing.codeHash}, ${pairing.address}, ${pairing.userAgent ?? null},
      ${nowMs}, ${pairing.expiresAt})
    on conflict (code_hash) do nothing returning handle_hash`
  return rows.length > 0
}

/** The one that waits with this code. */
export async function findPending(sql: Sql, nowMs: number, codeHash: string): Promise<Pairing | undefined> {
  const [row] = await sql<{
    handle_hash: string
    address: string | null
    user_agent: string | null
    created_at: number
  }>`
    select handle_hash, address, user_agent, created_at from pairings
    where code_hash = ${codeHash} and decided_at is null and expires_at > ${nowMs}`
  return (
    row && {
      handleHash: row.handle_hash,
      address: row.address ?? undefined,
      userAgent: row.user_agent ?? undefined,
      createdAt: row.created_at,
    }
  )
}

/** False when it was decided or has expired meanwhile. */
export async function decide(
  sql: Sql,
  nowMs: number,
  handleHash: string,
  { userId, name, isAllowed }: { userId: string; name: string; isAllowed: boolean },
  _proved: Proved,
): Promise<boolean> {
  const rows = await sql`
    update pairings set user_id = ${userId}, name = ${name}, is_allowed = ${isAllowed}, decided_at = ${nowMs}
    where handle_hash = ${handleHash} and decided_at is null and expires_at > ${nowMs}
    returning handle_hash`
  return rows.length > 0
}

const isClaimed = fragment`decided_at is not null and is_allowed and consumed_at is null`

/** Gives the pilot once, and the proof with which it was allowed; the device's token is made in the same transaction. */
export async function consume(
  sql: Sql,
  nowMs: number,
  handleHash: string,
): Promise<{ claim: { userId: string; name: string }; proved: Proved } | undefined> {
  const [row] = await sql<{ user_id: string; name: string }>`
    update pairings set consumed_at = ${nowMs}
    where handle_hash = ${handleHash} and ${isClaimed} and expires_at > ${nowMs}
    returning user_id, name`
  return row && { claim: { userId: row.user_id, name: row.name }, proved: followProof('grant') }
}

export interface AllowedPairing {
  id: string
  name: string
  madeAt: number
}

/** Allowed pairings that have not fetched their token yet. */
export async function listAllowed(sql: Sql, nowMs: number, userId: string): Promise<AllowedPairing[]> {
  return sql<AllowedPairing>`
    select handle_hash as id, name, decided_at as "madeAt" from pairings
    where user_id = ${userId} and ${isClaimed} and expires_at > ${nowMs}
    order by decided_at desc`
}

/** One that is fetched at this moment is fetched when this returns, with its token. */
export async function endAllowed(sql: Sql, userId: string, handleHash: string): Promise<void> {
  await sql`
    update pairings set is_allowed = ${false}
    where handle_hash = ${handleHash} and user_id = ${userId} and ${isClaimed}`
}

export type Waiting = 'pending' | 'consumed' | 'expired' | 'unknown'

/** Describes a pairing that cannot be consumed. A denied one has expired, as far as the device can say. */
export async function describePairing(sql: Sql, nowMs: number, handleHash: string): Promise<Waiting> {
  const [row] = await sql<{ decided_at: number | null; consumed_at: number | null; expires_at: number }>`
    select decided_at, consumed_at, expires_at from pairings where handle_hash = ${handleHash}`
  if (!row) return 'unknown'
  if (row.consumed_at !== null) return 'consumed'
  return row.decided_at === null && row.expires_at > nowMs ? 'pending' : 'expired'
}
