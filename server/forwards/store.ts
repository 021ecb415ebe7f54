// Destinations as their pilots see them.
import type { DestinationFilter } from '#contract/forwards/destinations.ts'
import type { DestinationState, KindName } from '#contract/forwards/words.ts'
import type { Language } from '#language/preferences.ts'
import type { Proved } from '#server/access/proof.ts'
import { isTrusted } from '#server/access/suspension.ts'
import { createReceivers, isChangedByOwner } from '#server/deliveries/receivers.ts'
import { type Fragment, fragment, nothing, type Sql } from '#server/platform/database/database.ts'

/** The kind may be one that this release, or the operator, offers no more. */
export type StoredState = Exclude<DestinationState, 'ended'>

export interface Destination {
  id: string
  user_id: string
  kind: KindName
  label: string
  settings: string
  credential: Uint8Array
  filter: string
  state: StoredState
  words: string | null
  seen_change: number
  due_at: number | null
  is_source: boolean
  failing_since: number | null
  last_delivered_at: number | null
  created_at: number
  updated_at: number
  revision: number
  language: Language | null
  /** Null while the address is not confirmed. */
  pilot_email: string | null
}

export interface CountedDestination extends Destination {
  waiting: number
  delivered: number
  failed: number
}

export const destinationReceivers = createReceivers(fragment`destinations`, {
  isSentTo: fragment`state in ('active', 'needs_you')`,
  withAccount: fragment`join users u on u.id = destinations.user_id`,
  isAllowed: isTrusted(fragment`destinations.updated_at`),
})

/** A worker looks at once at what there is to do. */
const isActedOn = (nowMs: number) => fragment`${isChangedByOwner}, due_at = ${nowMs}`

const columns = fragment`
  d.id, d.user_id, d.kind, d.label, d.settings, d.credential, d.filter, d.state, d.words, d.seen_change, d.is_source, d.due_at,
  d.failing_since, d.last_delivered_at, d.created_at, d.updated_at, d.revision,
  u.language,
  case when u.email_verified then u.email end as pilot_email`

/** With what became of their flights. */
export async function listDestinations(
  sql: Sql,
  userId: string,
  which: { id?: string } = {},
): Promise<CountedDestination[]> {
  const one = which.id === undefined ? nothing : fragment`and d.id = ${which.id}`
  return sql<CountedDestination>`
    select ${columns}, coalesce(f.waiting, 0) + coalesce(s.waiting, 0) as waiting,
      coalesce(f.delivered, 0) + coalesce(s.delivered, 0) as delivered,
      coalesce(f.failed, 0) + coalesce(s.failed, 0) as failed
    from destinations d join users u on u.id = d.user_id
    left join (
      select destination_id,
        count(case when import_id is not null or again_at is not null then 1 end) as waiting,
        count(case when import_id is null and again_at is null and words is null then 1 end) as delivered,
        count(case when import_id is null and again_at is null and words is not null then 1 end) as failed
      from source_files where destination_id in (select id from destinations where user_id = ${userId})
      group by destination_id) s on s.destination_id = d.id
    left join (
      select destination_id,
        count(case when next_try_at is not null then 1 end) as waiting,
        count(case when state in ('delivered', 'already_there') then 1 end) as delivered,
        count(case when state in ('refused', 'expired', 'given_up') then 1 end) as failed
      from forwards where destination_id in (select id from destinations where user_id = ${userId})
      group by destination_id) f on f.destination_id = d.id
    where d.user_id = ${userId} ${one} order by d.created_at, d.id`
}

/** Locked until the transaction ends where that is asked for; of any user where none is named. */
export async function findDestination(
  sql: Sql,
  id: string,
  { userId, isLocked = false }: { userId?: string; isLocked?: boolean } = {},
): Promise<Destination | undefined> {
  const owned = userId === undefined ? nothing : fragment`and user_id = ${userId}`
  if (isLocked) await sql`select id from destinations where id = ${id} ${owned} ${sql.forUpdate}`
  const ofOwner = userId === undefined ? nothing : fragment`and d.user_id = ${userId}`
  const [row] = await sql<Destination>`
    select ${columns} from destinations d join users u on u.id = d.user_id where d.id = ${id} ${ofOwner}`
  return row
}

export interface NewDestinationRow {
  id: string
  userId: string
  kind: KindName
  label: string
  settings: object
  credential: Uint8Array
  filter: DestinationFilter
  isSource?: boolean
}

/** False when the pilot has as many as allowed. Flights that were there before are for a backfill. */
export async function insertDestination(
  sql: Sql,
  nowMs: number,
  row: NewDestinationRow,
  max: number,
  _proved: Proved,
): Promise<boolean> {
  await sql`select id from users where id = ${row.userId} ${sql.forUpdate}`
  const [counted] = await sql<{ count: number }>`
    select count(*) as count from destinations where user_id = ${row.userId}`
  if ((counted?.count ?? 0) >= max) return false
  await sql`
    insert into destinations
      (id, user_id, kind, label, settings, credential, filter, state, is_source, due_at, seen_change, created_at,
        updated_at)
    values (${row.id}, ${row.userId}, ${row.kind}, ${row.label}, ${JSON.stringify(row.settings)}, ${row.credential},
      ${JSON.stringify(row.filter)}, 'active', ${row.isSource ?? false}, ${row.isSource ? nowMs : null},
      coalesce((select last_change from flight_counters where owner_id = ${row.userId}), 0), ${nowMs}, ${nowMs})`
  return true
}

export interface StoredChange {
  label?: string | undefined
  settings?: object | undefined
  credential?: Uint8Array | undefined
  filter?: DestinationFilter | undefined
}

/** Members that the change does not name stay as they are. New settings or a new credential are tried at once. */
export async function updateDestination(
  sql: Sql,
  nowMs: number,
  { userId, id }: { userId: string; id: string },
  change: StoredChange,
  _proved: Proved,
): Promise<boolean> {
  const set = (column: Fragment, value: string | Uint8Array | undefined) =>
    value === undefined ? nothing : fragment`, ${column} = ${value}`
  const isTried = change.settings !== undefined || change.credential !== undefined
  const tried = isTried
    ? fragment`, state = case when state = 'needs_you' then 'active' else state end, words = null, failures = 0,
        failing_since = null, last_failed_at = null, ${isActedOn(nowMs)}`
    : nothing
  const rows = await sql`
    update destinations set updated_at = ${nowMs} ${set(fragment`label`, change.label)}
      ${set(fragment`settings`, change.settings && JSON.stringify(change.settings))}
      ${set(fragment`credential`, change.credential)}
      ${set(fragment`filter`, change.filter && JSON.stringify(change.filter))} ${tried}
    where id = ${id} and user_id = ${userId} returning id`
  return rows.length > 0
}

/** Resumed, it tries what waits; nothing of it is sent that was not allowed before. */
export async function setState(
  sql: Sql,
  nowMs: number,
  { userId, id }: { userId: string; id: string },
  state: StoredState,
): Promise<boolean> {
  const rows = await sql`
    update destinations set state = ${state}, words = null, failures = 0, ${isActedOn(nowMs)}
    where id = ${id} and user_id = ${userId} returning id`
  return rows.length > 0
}

export async function deleteDestination(sql: Sql, userId: string, id: string): Promise<boolean> {
  const rows = await sql`delete from destinations where id = ${id} and user_id = ${userId} returning id`
  await countRoomAgain(sql, userId)
  return rows.length > 0
}

/** Files of watched folders that are remembered are part of what the pilot has stored. */
export async function countRoomAgain(sql: Sql, userId: string): Promise<void> {
  await sql`
    insert into flight_counters (owner_id, last_change) select id, 0 from users where id = ${userId}
    on conflict (owner_id) do update set stored_as_of = null`
}

/** The credentials of all destinations, which are locked. */
export async function listSealed(sql: Sql): Promise<{ id: string; credential: Uint8Array }[]> {
  return sql`select id, credential from destinations order by id ${sql.forUpdate}`
}

export async function replaceSealed(sql: Sql, id: string, credential: Uint8Array): Promise<void> {
  await sql`update destinations set credential = ${credential} where id = ${id}`
}
