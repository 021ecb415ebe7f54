// A pilot with very many flights, as uploads would have stored them: each with its own file, counted and announced.
import { hash } from 'node:crypto'
import { constants, zstdCompressSync } from 'node:zlib'
import { recordEvent } from '#server/events/record.ts'
import { seasonOf } from '#server/flights/record/flight.ts'
import { type Change, makeChange } from '#server/flights/record/change.ts'
import { firstNumber } from '#server/flights/record/change-numbers.ts'
import { insertFlight, type NewFlight } from '#server/flights/record/store.ts'
import { uploadFlight } from '#server/flights/upload/upload.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'
import { DAY_MS, toDay } from '#server/platform/time.ts'
import type { BuiltServices } from '#server/services.ts'
import { makeFlight } from '../flights.ts'

const BATCH_SIZE = 200
const FIRST_DAY_MS = Date.UTC(2010, 0, 1)
const DAYS = 15 * 365

/** 85 kB, and 27 kB compressed: as large as real ones are. */
export const usualFlight = { taskKm: 40, rateSeconds: 3 }

export async function fillLogbook(
  services: BuiltServices,
  ownerId: string,
  count: number,
  size: { taskKm: number; rateSeconds: number } = usualFlight,
): Promise<void> {
  const file = makeFlight(1, size)
  const bytes = new Uint8Array(file)
  const { id } = await uploadFlight(services, ownerId, { bytes, fileName: 'flight.igc', options: {} })
  const first = await readFlight(services.db.sql, id)
  for (let from = 1; from < count; from += BATCH_SIZE) {
    await makeChange(services, ownerId, async (change) => {
      for (let number = from; number < Math.min(count, from + BATCH_SIZE); number++)
        await store(change, vary(first, file, number))
    })
  }
  await services.db.sql`update events set fanned_out_at = occurred_at where user_id = ${ownerId}`
}

async function readFlight(sql: Sql, id: string): Promise<NewFlight> {
  const [row] = await sql<
    Omit<NewFlight, 'launch' | 'trace' | 'footprint' | 'compressed' | 'storedHash'> & {
      lat: number
      lng: number
    }
  >`
    select f.id, hash, fingerprint, file_name as "fileName", flight_date as "flightDate", season, is_tandem as "isTandem",
      launch_type as "launchType", distance_km as "distanceKm", score, score_type as "scoreType",
      scored_by as "scoredBy", takeoff_id as "takeoffId", glider_id as "gliderId", highest_m as "highestM", best_climb_ms as "bestClimbMs", launch_latitude as lat, launch_longitude as lng,
      duration_seconds as "durationSeconds", track_distance_km as "trackDistanceKm", metadata, shape, title, notes, recording,
      counted_by_pilot as "countedByPilot",
      byte_length as "byteLength", is_outside as "isOutside", given_date as "givenDate"
    from flights f join flight_files s on s.flight_id = f.id where f.id = ${id}`
  if (!row) throw new Error('the first flight was not stored')
  const { lat, lng, ...rest } = row
  // Without trace and footprint: each of them counts.
  return {
    ...rest,
    launch: { lat, lng },
    trace: null,
    footprint: null,
    compressed: new Uint8Array(),
    storedHash: '',
  }
}

/** The same flight on another day, in a file with one more line. */
function vary(flight: NewFlight, file: Uint8Array, number: number): NewFlight {
  const bytes = Buffer.concat([file, Buffer.from(`LXXX flight ${number}\r\n`)])
  const compressed = zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } })
  const flightDate = toDay(FIRST_DAY_MS + (number % DAYS) * DAY_MS)
  return {
    ...flight,
    id: createId(Date.now()),
    hash: hash('sha256', bytes),
    fingerprint: hash('sha256', `flight ${number}`),
    flightDate,
    season: seasonOf(flightDate),
    byteLength: bytes.length,
    compressed,
    storedHash: hash('sha256', compressed),
  }
}

async function store(change: Change, flight: NewFlight): Promise<void> {
  const { services, sql, nowMs, ownerId } = change
  if (!(await insertFlight(change, await firstNumber(sql, ownerId), flight)))
    throw new Error('the flight was there already')
  await recordEvent(services, sql, nowMs, {
    event: 'flight.uploaded',
    occurredAt: new Date(nowMs).toISOString(),
    user: { id: ownerId },
    flight: {
      id: flight.id,
      hash: flight.hash,
      date: flight.flightDate,
      distance: flight.distanceKm,
      score: flight.score,
      type: flight.scoreType,
      gliderType: null,
      durationSeconds: flight.durationSeconds,
    },
  })
}

/** A webhook of the pilot's that has been sent every event so far, each with an answer of 1 KiB. */
export async function fillDeliveryLog(services: BuiltServices, ownerId: string): Promise<void> {
  const webhookId = createId(Date.now())
  const { sql } = services.db
  await sql`
    insert into webhooks (id, user_id, url, secret, created_at, updated_at)
    values (${webhookId}, ${ownerId}, 'https://example.org/', ${new Uint8Array(4)}, 1, 1)`
  await sql`
    insert into deliveries
      (id, webhook_id, sequence, event_id, event, user_id, payload, status, attempts, created_at)
    select 'd' || substr(id, 2), cast(${webhookId} as text), row_number() over (order by id), id, type, user_id, payload,
      'delivered', 1, occurred_at from events where user_id = ${ownerId}`
  await sql`
    update webhooks set last_sequence = (select count(*) from deliveries where webhook_id = ${webhookId})
    where id = ${webhookId}`
  await sql`
    insert into delivery_attempts (delivery_id, number, attempted_at, status, latency_ms, answer, request_headers)
    select id, 1, created_at, 200, 30, cast(${'x'.repeat(1024)} as text), '{"content-type":"application/json"}'
    from deliveries where webhook_id = ${webhookId}`
}
