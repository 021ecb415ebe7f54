// Values derived from flights, compared with a recount of them.
import assert from 'node:assert/strict'
import { literal, type Sql } from '#server/platform/database/database.ts'
import { recount } from './derivations.ts'

/** One statement, so of one moment: hashes of files with another number of uses than is kept. No index finds uses by hash. */
const wrongUses = `
  select hash, sum(kept) as kept, sum(counted) as counted from (
    select hash, flights as kept, 0 as counted from outside_files where flights > 0
    union all
    select f.hash, 0, 1 from flights f join flight_files s on s.flight_id = f.id where s.is_outside = true
    union all
    select hash, 0, 1 from photo_files where is_outside = true) as uses
  group by hash having sum(kept) <> sum(counted)`

/** Statements that find what is wrong. */
const questions: Record<string, (sql: Sql) => Promise<object[]>> = {
  'places that no flight has': (sql) => sql`
    select t.id from takeoffs t where t.source_id is null and not exists (
      select 1 from flights f where f.takeoff_id = t.id)`,
  'files outside': (sql) => sql`${literal([wrongUses])}`,
  'stored bytes that are not as of the last change': (sql) => sql`
    select owner_id from flight_counters where stored_as_of is null or stored_as_of <> last_change`,
  'places of pilots who are gone': (sql) => sql`
    select user_id from takeoff_pilots p where not exists (select 1 from users u where u.id = p.user_id)`,
  'recordings of flights that are not there, or do not count': (sql) => sql`
    select f.id from flights f left join flights other on other.id = f.same_flight_as and other.owner_id = f.owner_id
      and coalesce(other.counted_by_pilot, other.recording = 'complete' and other.same_flight_as is null)
    where f.same_flight_as is not null and other.id is null`,
}

export async function requireRightCounts(sql: Sql, hint = ''): Promise<void> {
  const db: Parameters<typeof recount>[0]['db'] = { sql, transaction: (work) => work(sql) }
  const wrong = [...(await recount({ db }))].map(([{ name }, values]) => ({ name, values }))
  assert.deepEqual(wrong, [], hint)
  for (const [name, ask] of Object.entries(questions)) assert.deepEqual(await ask(sql), [], `${name} ${hint}`)
}
