// Values derived from a pilot's flights and stored, compared with a recount by the code that writes them.
// Each comparison is one statement, or one row, and so of one moment; whether recordings count takes several, so a day
// that seems wrong is judged again under the pilot's lock.
import type { Database, Sql } from '#server/platform/database/database.ts'
import { holdCounter } from '#server/flights/record/change-numbers.ts'
import { isDayWrong } from '#server/flights/record/counting/settle.ts'
import { addUpBytes } from '#server/flights/record/derived/stored-bytes.ts'
import { listWrongRows } from './recount-rows.ts'

interface RecountServices {
  db: Pick<Database, 'sql' | 'transaction'>
}

interface Derivation {
  /** As in "Wrong: 3 …". */
  readonly name: string
  /** Keys of those that are wrong: ids of flights or places, or days. */
  list(services: RecountServices, ownerId: string): Promise<string[]>
}

const derivations: readonly Derivation[] = [
  {
    name: 'numbers of flights at a take-off',
    list: ({ db: { sql } }, ownerId) =>
      keysOf(sql<{ key: string }>`
        select takeoff_id as key from (
          select takeoff_id, flights as kept, 0 as counted from takeoff_pilots where user_id = ${ownerId}
          union all select takeoff_id, 0, 1 from flights where owner_id = ${ownerId}) as both_sides
        group by takeoff_id having sum(kept) <> sum(counted)`),
  },
  {
    name: 'sums of stored bytes',
    list: ({ db: { sql } }, ownerId) =>
      keysOf(sql<{ key: string }>`
        select key from (
          select owner_id as key, stored_bytes as kept, ${addUpBytes(ownerId)} as counted from flight_counters
          where owner_id = ${ownerId} and stored_as_of = last_change) as sums
        where kept <> counted`),
  },
  {
    name: 'change numbers that are above the last one or given twice',
    list: ({ db: { sql } }, ownerId) =>
      keysOf(sql<{ key: string }>`
        select f.id as key from flights f left join flight_counters c on c.owner_id = f.owner_id
        where f.owner_id = ${ownerId} and (c.last_change is null or f.change_number > c.last_change
          or f.change_number < 1
          or exists (select 1 from deleted_flights d
                     where d.owner_id = f.owner_id and d.change_number = f.change_number)
          or exists (select 1 from flights g where g.owner_id = f.owner_id
                     and g.change_number = f.change_number and g.id < f.id))`),
  },
  {
    name: 'days whose recordings count otherwise',
    list: listWrongDays,
  },
  {
    name: 'flights with values that do not follow from their own metadata',
    list: ({ db: { sql } }, ownerId) => listWrongRows(sql, ownerId),
  },
  {
    name: 'flights that list other photos than they have',
    list: ({ db: { sql } }, ownerId) =>
      keysOf(sql<{ key: string }>`
        select distinct f.id as key from flights f join photo_files p on p.flight_id = f.id
        where f.owner_id = ${ownerId} and (f.photos is null or f.photos not like '%' || p.photo_id || '%')`),
  },
  {
    name: 'flights without a file',
    list: ({ db: { sql } }, ownerId) =>
      keysOf(sql<{ key: string }>`
        select f.id as key from flights f left join flight_files s on s.flight_id = f.id
        where f.owner_id = ${ownerId} and s.flight_id is null`),
  },
  {
    name: 'flights with a glider of another pilot, or none',
    list: ({ db: { sql } }, ownerId) =>
      keysOf(sql<{ key: string }>`
        select f.id as key from flights f left join gliders g on g.id = f.glider_id and g.owner_id = f.owner_id
        where f.owner_id = ${ownerId} and f.glider_id is not null and g.id is null`),
  },
  {
    name: 'flights at a place of another pilot',
    list: ({ db: { sql } }, ownerId) =>
      keysOf(sql<{ key: string }>`
        select f.id as key from flights f join takeoffs t on t.id = f.takeoff_id
        where f.owner_id = ${ownerId} and ((t.source_id is null and t.made_by <> f.owner_id)
          or (t.named_by is not null and t.named_by <> f.owner_id))`),
  },
]

async function keysOf(rows: Promise<{ key: string }[]>): Promise<string[]> {
  return (await rows).map(({ key }) => key)
}

async function listWrongDays({ db }: RecountServices, ownerId: string): Promise<string[]> {
  const wrong: string[] = []
  // They are being judged.
  const asked = await db.sql`select owner_id from copies_to_judge where owner_id = ${ownerId} limit 1`
  if (asked.length > 0) return wrong
  const days = await db.sql<{ day: string }>`
    select distinct flight_date as day from flights where owner_id = ${ownerId} order by flight_date`
  for (const { day } of days) {
    const isWrong = (sql: Sql) => isDayWrong(sql, ownerId, day)
    if (!(await isWrong(db.sql))) continue
    const isWrongStill = await db.transaction(async (sql) => {
      await holdCounter(sql, ownerId)
      return isWrong(sql)
    })
    if (isWrongStill) wrong.push(day)
  }
  return wrong
}

interface WrongValue {
  ownerId: string
  key: string
}

const OWNERS_AT_ONCE = 100

/** All pilots but those whose account is being deleted: what is kept of them goes last. */
export async function recount(services: RecountServices): Promise<Map<Derivation, WrongValue[]>> {
  const wrong = new Map<Derivation, WrongValue[]>()
  for (let afterId = ''; ;) {
    const owners = await services.db.sql<{ id: string }>`
      select id from users where id > ${afterId} and erased_at is null order by id limit ${OWNERS_AT_ONCE}`
    for (const { id: ownerId } of owners) {
      for (const derivation of derivations) {
        const keys = await derivation.list(services, ownerId)
        if (keys.length === 0 || (await isLeaving(services, ownerId))) continue
        wrong.set(derivation, [...(wrong.get(derivation) ?? []), ...keys.map((key) => ({ ownerId, key }))])
      }
    }
    afterId = owners.at(-1)?.id ?? afterId
    if (owners.length < OWNERS_AT_ONCE) return wrong
  }
}

async function isLeaving({ db }: RecountServices, ownerId: string): Promise<boolean> {
  const rows = await db.sql`select id from users where id = ${ownerId} and erased_at is null`
  return rows.length === 0
}
