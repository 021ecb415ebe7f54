// Values derived from flights, compared with a recount of them: by `admin check`, and by what only a test may ask.
import assert from 'node:assert/strict'
import { wrongUses } from '#server/flights/record/derived/file-uses.ts'
import { recount } from '#server/flights/record/derived/recount.ts'
import { literal, type Sql } from '#server/platform/database/database.ts'

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
