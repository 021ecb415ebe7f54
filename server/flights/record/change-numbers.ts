// The numbers of a pilot's changes, which a copy asks by. A number is taken under a lock that is held until the commit,
// so numbers become visible in their order: who has seen number n has seen all before it, and misses none.
//
// Anyone who changes flights takes locks in one order: the account, the glider, the counter, the flight. Take-offs need none:
// those of a pilot change while the counter is held, and sites of lists stay.
import { paddedList } from '#server/platform/database/chunks.ts'
import { fragment, type Sql } from '#server/platform/database/database.ts'

/** Stored bytes that were right as of the number before are right as of this one; recordChange adds those of the change. */
const stillAsOf = fragment`stored_as_of = case
  when flight_counters.stored_as_of = flight_counters.last_change then flight_counters.last_change + 1
  else flight_counters.stored_as_of end`

/** What a pilot has with a new flight. */
export interface Counted {
  /** Of the flight. */
  number: number
  /** With its file; null when they are to be counted again. */
  storedBytes: number | null
}

/**
 * For a new flight, whose file has so many bytes. It also holds the account: it cannot be deleted meanwhile. Undefined when it
 * is deleted, or is gone.
 */
export async function countNewFlight(
  sql: Sql,
  ownerId: string,
  byteLength: number,
): Promise<Counted | undefined> {
  const [row] = await sql<Counted>`
    insert into flight_counters (owner_id, last_change, stored_bytes, stored_as_of)
    select id, 1, cast(${byteLength} as bigint), 1 from users
    where id = ${ownerId} and erased_at is null ${sql.forKeyShare}
    on conflict (owner_id) do update set last_change = flight_counters.last_change + 1,
      stored_bytes = flight_counters.stored_bytes + excluded.stored_bytes, ${stillAsOf}
    returning last_change as number, case when stored_as_of = last_change then stored_bytes end as "storedBytes"`
  return row
}

/** The number of a change to a flight that is there; undefined when the account was deleted, and the flight with it. */
export async function nextNumber(sql: Sql, ownerId: string): Promise<number | undefined> {
  const [row] = await sql<{ number: number }>`
    update flight_counters set last_change = last_change + 1, ${stillAsOf} where owner_id = ${ownerId}
    returning last_change as number`
  return row?.number
}

/** Without a number, for what changes nothing that anybody copies. */
export async function holdCounter(sql: Sql, ownerId: string): Promise<void> {
  await sql`select owner_id from flight_counters where owner_id = ${ownerId} ${sql.forUpdate}`
}

/** 0 for a pilot who never had a flight. */
export async function findLastNumber(sql: Sql, ownerId: string): Promise<number> {
  const [row] = await sql<{ number: number }>`
    select last_change as number from flight_counters where owner_id = ${ownerId}`
  return row?.number ?? 0
}

export async function keepDeletion(
  { sql, nowMs, ownerId }: { sql: Sql; nowMs: number; ownerId: string },
  number: number,
  flight: { id: string; hash: string },
): Promise<void> {
  await sql`
    insert into deleted_flights (owner_id, change_number, flight_id, hash, deleted_at)
    values (${ownerId}, ${number}, ${flight.id}, ${flight.hash}, ${nowMs})`
}

/** With the account. First of all its flights' statements: it takes the lock that changes of them wait for. */
export async function forgetCounter(sql: Sql, ownerId: string): Promise<void> {
  await sql`delete from flight_counters where owner_id = ${ownerId}`
}

/** For an account that is being deleted; true when there may be more. */
export async function forgetSomeDeletions(sql: Sql, ownerId: string, limit: number): Promise<boolean> {
  const rows = await sql`
    delete from deleted_flights where owner_id = ${ownerId} and change_number in (
      select change_number from deleted_flights where owner_id = ${ownerId} order by change_number limit ${limit})
    returning change_number`
  return rows.length === limit
}

/** Deletions of before a moment, in a transaction; how many. */
export async function forgetDeletions(sql: Sql, sinceMs: number, limit: number): Promise<number> {
  const old = await sql<{ owner_id: string; change_number: number }>`
    select owner_id, change_number from deleted_flights where deleted_at < ${sinceMs}
    order by deleted_at limit ${limit}`
  const byOwner = Map.groupBy(old, (row) => row.owner_id)
  // In one order, so two nodes cannot deadlock.
  for (const ownerId of [...byOwner.keys()].sort()) {
    const numbers = (byOwner.get(ownerId) ?? []).map((row) => row.change_number)
    const last = Math.max(...numbers)
    await sql`
      update flight_counters set forgotten = ${last} where owner_id = ${ownerId} and forgotten < ${last}`
    await sql`
      delete from deleted_flights where owner_id = ${ownerId} and change_number in (${paddedList(numbers)})`
  }
  return old.length
}
