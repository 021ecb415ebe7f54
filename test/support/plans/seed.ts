// Many pilots with many flights and a long log of deliveries, made by SQL: the same statements on both engines.
import { type Database, fragment, type Sql } from '#server/platform/database/database.ts'
import { runAsMigration } from '#server/platform/database/migrations/migrate.ts'

export interface Size {
  pilots: number
  flights: number
  /** One of so many flights is the busiest pilot's; 5,000, or a tenth of all, are when it is not given. */
  oneIn?: number
}

/** The pilot with by far the most flights. */
export const BUSIEST = 'pilot-1'
export const WEBHOOK = '000000000000000000000001'
/** The id of a take-off; 100 to 139 follows. */
export const TAKEOFF = '000000000000000000000'
/** The id of a flight; 1000000000 and more follows. */
export const FLIGHT = '00000000000000'
const TAKEOFFS = 40
const FIRST_MS = Date.UTC(2010, 0, 1)
const SPAN_MS = 15 * 365 * 24 * 3_600_000

export async function seedPilots(db: Database, size: Size): Promise<void> {
  await runAsMigration(db, async (sql, runScript) => {
    await insertPilots(sql, size.pilots)
    await insertFlights(sql, size)
    await insertCounts(sql)
    await insertDeliveries(sql, size.flights)
    if (db.engine === 'postgres') await runScript('analyze')
  })
}

async function insertPilots(sql: Sql, pilots: number): Promise<void> {
  await sql`
    insert into users (id, email, email_verified, name, created_at, updated_at)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < cast(${pilots} as integer))
    select 'pilot-' || i, 'pilot' || i || '@example.org', true, 'Pilot ' || i, ${FIRST_MS}, ${FIRST_MS} from n`
  await sql`
    insert into takeoffs (id, name, country, latitude, longitude, latitude_row, source_id, created_at, updated_at)
    with recursive n (i) as (select 0 union all select i + 1 from n where i < cast(${TAKEOFFS - 1} as integer))
    select cast(${TAKEOFF} as text) || (100 + i), 'Hill ' || i, case when i % 8 = 0 then 'AT' else 'CH' end, 46 + i * 0.01, 7 + i * 0.01,
      4600 + i, 'seed:' || i, ${FIRST_MS}, ${FIRST_MS} from n`
}

/** A flight every few minutes or hours; those of one pilot are spread over 15 years, all places and all types. */
async function insertFlights(sql: Sql, { pilots, flights, oneIn }: Size): Promise<void> {
  const every = oneIn ?? Math.max(10, Math.floor(flights / 5_000))
  const createdAt = fragment`cast(${FIRST_MS} as bigint) + i * cast(${Math.floor(SPAN_MS / flights)} as bigint)`
  await sql`
    insert into flights
      (id, owner_id, hash, fingerprint, file_name, flight_date, season, is_tandem, launch_type, distance_km, score,
       score_type, scored_by, takeoff_id, duration_seconds, track_distance_km, metadata, shape, created_at, updated_at,
       change_number, launch_latitude, launch_longitude, search_text)
    with recursive n (i) as (
      select cast(0 as bigint) union all select i + 1 from n where i < cast(${flights - 1} as bigint)),
    k (i, k) as (select i, i / cast(${every} as bigint) from n),
    d (i, k, year, month, day) as (select i, k, 2010 + k % 15, 1 + (k / 15) % 12, 1 + (k / 180) % 28 from k)
    select cast(${FLIGHT} as text) || (cast(1000000000 as bigint) + i),
      case when i % cast(${every} as bigint) = 0 then ${BUSIEST}
        else 'pilot-' || (2 + i % (cast(${pilots} as bigint) - 1)) end,
      'hash-' || i, 'fixes-' || i, 'flight.igc',
      year || case when month < 10 then '-0' else '-' end || month || case when day < 10 then '-0' else '-' end || day,
      case when month >= 10 then year + 1 else year end, false, 'foot', ((i * 7919) % 20000) / 100.0,
      ((i * 7919) % 30000) / 100.0,
      case when k % 50 = 0 then 'FAI Triangle' when k % 3 = 0 then 'Free Triangle' else 'Free Flight' end,
      'seed', cast(${TAKEOFF} as text) || (100 + k % cast(${TAKEOFFS} as bigint)), 600 + i % 20000, 50,
      '{"launch":{"lat":46.5,"lng":7.5}}', '[]', ${createdAt}, ${createdAt}, i + 1, 46 + (k % 40) * 0.01, 7.5, ''
    from d`
}

async function insertCounts(sql: Sql): Promise<void> {
  await sql`
    insert into takeoff_pilots (takeoff_id, user_id, flights)
    select takeoff_id, owner_id, count(*) from flights group by takeoff_id, owner_id`
  await sql`
    insert into flight_counters (owner_id, last_change)
    select owner_id, max(change_number) from flights group by owner_id`
}

/** One in a thousand has failed, one in two thousand is still to be sent. */
async function insertDeliveries(sql: Sql, count: number): Promise<void> {
  await sql`
    insert into webhooks (id, user_id, url, secret, last_sequence, created_at, updated_at)
    values (${WEBHOOK}, ${BUSIEST}, 'https://example.org/', ${new Uint8Array(4)}, ${count}, ${FIRST_MS}, ${FIRST_MS})`
  await sql`
    insert into deliveries
      (id, webhook_id, sequence, event_id, event, user_id, payload, status, next_attempt_at, created_at)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < cast(${count} as integer))
    select 'delivery-' || i, ${WEBHOOK}, i, 'event-' || i, 'flight.uploaded', ${BUSIEST}, '{}',
      case when i % 1000 = 0 then 'failed' when i % 2000 = 1 then 'pending' else 'delivered' end,
      case when i % 2000 = 1 then cast(${FIRST_MS} as bigint) end, cast(${FIRST_MS} as bigint) + i from n`
}
