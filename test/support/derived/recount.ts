// Values derived from flights, compared with a recount of them.
import assert from 'node:assert/strict'
import { judgeDay } from '#server/flights/record/counting/settle.ts'
import type { Sql } from '#server/platform/database/database.ts'

/** Keys and figures of each row: what is kept, and what a recount gives. */
type Compare = (sql: Sql) => [kept: Promise<object[]>, counted: Promise<object[]>]

const comparisons: Record<string, Compare> = {
  'gliders that are not their pilot’s': (sql) => [
    sql`
      select f.id from flights f left join gliders g on g.id = f.glider_id and g.owner_id = f.owner_id
      where f.glider_id is not null and g.id is null`,
    sql`select id from flights where 1 = 0`,
  ],
  'pilots of places': (sql) => [
    sql`select takeoff_id, user_id, flights from takeoff_pilots order by takeoff_id, user_id`,
    sql`
      select takeoff_id, owner_id as user_id, count(*) as flights from flights
      group by takeoff_id, owner_id order by takeoff_id, owner_id`,
  ],
  'places that no flight has': (sql) => [
    sql`
      select t.id from takeoffs t where t.source_id is null and not exists (
        select 1 from flights f where f.takeoff_id = t.id)`,
    sql`select id from takeoffs where 1 = 0`,
  ],
  'flights at a place of another pilot': (sql) => [
    sql`
      select f.id from flights f join takeoffs t on t.id = f.takeoff_id
      where t.source_id is null and t.made_by <> f.owner_id`,
    sql`select id from takeoffs where 1 = 0`,
  ],
  'flights at a place that another pilot has named': (sql) => [
    sql`
      select f.id from flights f join takeoffs t on t.id = f.takeoff_id
      where t.named_by is not null and t.named_by <> f.owner_id`,
    sql`select id from flights where 1 = 0`,
  ],
  'files outside': (sql) => [
    sql`select hash, flights from outside_files where flights > 0 order by hash`,
    sql`
      select hash, count(*) as flights from (
        select f.hash from flights f join flight_files s on s.flight_id = f.id where s.is_outside = ${true}
        union all select hash from photo_files where is_outside = ${true}) as used
      group by hash order by hash`,
  ],
  'stored bytes': (sql) => [
    sql`select owner_id, stored_bytes, stored_as_of from flight_counters order by owner_id`,
    sql`
      select c.owner_id, coalesce(sum(s.byte_length), 0) as stored_bytes, c.last_change as stored_as_of
      from flight_counters c left join flights f on f.owner_id = c.owner_id left join (
        select flight_id, byte_length from flight_files
        union all select flight_id, byte_length from photo_files) as s on s.flight_id = f.id
      group by c.owner_id, c.last_change order by c.owner_id`,
  ],
  'flights that list other photos than they have': (sql) => [
    sql`
      select p.photo_id from photo_files p join flights f on f.id = p.flight_id
      where f.photos is null or f.photos not like '%' || p.photo_id || '%'`,
    sql`select photo_id from photo_files where 1 = 0`,
  ],
  'recordings of flights that are not there, or do not count': (sql) => [
    sql`
      select f.id from flights f left join flights other on other.id = f.same_flight_as and other.owner_id = f.owner_id
        and coalesce(other.counted_by_pilot, other.recording = 'complete' and other.same_flight_as is null)
      where f.same_flight_as is not null and other.id is null`,
    sql`select id from flights where 1 = 0`,
  ],
  'numbers above the last one': (sql) => [
    sql`
      select f.id from flights f left join flight_counters c on c.owner_id = f.owner_id
      where c.last_change is null or f.change_number > c.last_change or f.change_number < 1`,
    sql`select id from flights where 1 = 0`,
  ],
  'numbers given twice': (sql) => [
    sql`
      select owner_id, change_number from (
        select owner_id, change_number from flights union all select owner_id, change_number from deleted_flights) given
      group by owner_id, change_number having count(*) > 1`,
    sql`select owner_id, change_number from flights where 1 = 0`,
  ],
}

/** Which recordings count, of those of one flight. */
async function requireRightLinks(sql: Sql, hint: string): Promise<void> {
  const days = await sql<{ owner_id: string; flight_date: string }>`
    select distinct owner_id, flight_date from flights`
  for (const { owner_id: ownerId, flight_date: day } of days) {
    const { changes } = await judgeDay(sql, ownerId, day)
    assert.deepEqual(changes, [], `twins ${hint}`)
  }
}

export async function requireRightCounts(sql: Sql, hint = ''): Promise<void> {
  await requireRightLinks(sql, hint)
  for (const [name, compare] of Object.entries(comparisons)) {
    const [kept, counted] = await Promise.all(compare(sql))
    assert.deepEqual(kept, counted, `${name} ${hint}`)
  }
}
