// The secret link of a flight. The database has its hash, by which it is found, and the sealed token, for the pilot
// to see it again: a copy of the database alone gives no link away. It is looked up for every request, so a
// replaced one ends at once on every node.
import { fragment, type Fragment, type Sql } from '#server/platform/database/database.ts'
import {
  createLinkToken,
  hashSecret,
  openSealed,
  reseal,
  seal,
  type Secrets,
} from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import { endLink } from '../record/visibility.ts'

type LinkServices = Pick<Services, 'db' | 'now' | 'secrets'>

const toBinding = (flightId: string) => ({ purpose: 'flight-link', id: flightId })

/** A condition on a flight: the one that a token leads to. */
export const isLinkedBy = (token: string): Fragment =>
  fragment`f.id = (
    select flight_id from flight_links where token_hash = ${hashSecret(token)}
    union all select flight_id from merged_references where reference_hash = ${hashSecret(token)})`

/** The same by an id: that of the flight, or of one that was merged into it. */
export const isCalled = (id: string): Fragment =>
  fragment`f.id = coalesce((select flight_id from merged_references where reference_hash = ${hashSecret(id)}), ${id})`

/** In the transaction that merges the other into the kept one: links that lead to either lead to that, unless it is private. */
export async function inheritLinks(
  sql: Sql,
  { keptId, otherId, isPrivate }: { keptId: string; otherId: string; isPrivate: boolean },
): Promise<void> {
  if (isPrivate) for (const id of [keptId, otherId]) await endLink(sql, id)
  await sql`update merged_references set flight_id = ${keptId} where flight_id = ${otherId}`
  await sql`
    insert into merged_references (reference_hash, flight_id)
    select token_hash, cast(${keptId} as text) from flight_links where flight_id = ${otherId}`
  await sql`
    insert into merged_references (reference_hash, flight_id) values (${hashSecret(otherId)}, ${keptId})`
}

export async function isMergedInto(sql: Sql, keptId: string, otherId: string): Promise<boolean> {
  const rows = await sql`
    select flight_id from merged_references where reference_hash = ${hashSecret(otherId)} and flight_id = ${keptId}`
  return rows.length > 0
}

/** The token of a flight that is not private, made when there is none yet; undefined when there is no such flight. */
export function requireLink(
  { db, now, secrets }: LinkServices,
  ownerId: string,
  flightId: string,
  isNew = false,
): Promise<string | undefined> {
  return db.transaction(async (sql) => {
    // Held: it does not become private in the meantime.
    const held = await sql`
      select id from flights where owner_id = ${ownerId} and id = ${flightId} and visibility <> 'private' ${sql.forUpdate}`
    if (held.length === 0) return undefined
    if (isNew) await endLink(sql, flightId)
    const [known] = await sql<{ sealed: Uint8Array }>`
      select sealed_token as sealed from flight_links where flight_id = ${flightId}`
    if (known) return openSealed(secrets, toBinding(flightId), known.sealed)
    const token = createLinkToken()
    await sql`
      insert into flight_links (flight_id, token_hash, sealed_token, created_at)
      values (${flightId}, ${hashSecret(token)}, ${seal(secrets, toBinding(flightId), token)}, ${now()})`
    return token
  })
}

const RESEALED_AT_ONCE = 500

/** Seals with the first of the secrets what is sealed otherwise; returns how many links that were. */
export async function resealLinks(sql: Sql, secrets: Secrets): Promise<number> {
  let count = 0
  for (let after = ''; ;) {
    const links = await sql<{ id: string; sealed: Uint8Array }>`
      select flight_id as id, sealed_token as sealed from flight_links
      where flight_id > ${after} order by flight_id limit ${RESEALED_AT_ONCE}`
    for (const { id, sealed } of links) {
      after = id
      const renewed = reseal(secrets, toBinding(id), sealed)
      if (!renewed) continue
      await sql`update flight_links set sealed_token = ${renewed} where flight_id = ${id}`
      count += 1
    }
    if (links.length < RESEALED_AT_ONCE) return count
  }
}
