// A pilot with very many flights, as uploads would have stored them: each with its own file, counted and announced.
import { hash } from 'node:crypto'
import { constants, zstdCompressSync } from 'node:zlib'
import { makeChange } from '#server/flights/record/change.ts'
import { createId } from '#server/platform/ids.ts'
import { DAY_MS, toDay } from '#server/platform/time.ts'
import type { BuiltServices } from '#server/services.ts'
import { makeFlight } from '../flights.ts'
import { type BuiltFlight, buildFlight, keepInside, storeFlight, varyFlight } from './new-flight.ts'

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
  const first = await buildFlight(services, ownerId, file)
  for (let from = 0; from < count; from += BATCH_SIZE) {
    await makeChange(services, ownerId, async (change) => {
      for (let number = from; number < Math.min(count, from + BATCH_SIZE); number++)
        await storeFlight(change, vary(first, file, number))
    })
  }
  await services.db.sql`update events set fanned_out_at = occurred_at where user_id = ${ownerId}`
}

/** The same flight on another day, in a file with one more line. */
function vary(first: BuiltFlight, file: Uint8Array, number: number): BuiltFlight {
  const bytes = Buffer.concat([file, Buffer.from(`LXXX flight ${number}\r\n`)])
  const compressed = zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } })
  const day = toDay(FIRST_DAY_MS + (number % DAYS) * DAY_MS)
  const { flight, file: stored } = varyFlight(first, hash('sha256', bytes), day)
  return { flight, file: { ...stored, byteLength: bytes.length, ...keepInside(compressed) } }
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
