// A logbook full of copies of one track, each on another day before 2019, as uploads one after the other leave them.
import { makeChange } from '#server/flights/record/change.ts'
import { countNewFlight } from '#server/flights/record/change-numbers.ts'
import { insertFlight } from '#server/flights/record/store.ts'
import type { BuiltServices } from '#server/services.ts'
import type { Pilot } from '../flights.ts'
import { buildFlight, varyFlight } from './new-flight.ts'

const AT_ONCE = 500

export async function fillWithCopies(
  services: BuiltServices,
  { user: { id: ownerId } }: Pilot,
  bytes: Uint8Array,
  count: number,
): Promise<string[]> {
  const model = await buildFlight(services, ownerId, bytes, { isShaped: true })
  const ids: string[] = []
  for (let from = 0; from < count; from += AT_ONCE)
    await makeChange(services, ownerId, async (change) => {
      for (let at = from; at < Math.min(count, from + AT_ONCE); at++) {
        const date = new Date(Date.UTC(2018, 11, 31 - at)).toISOString().slice(0, 10)
        const { flight, file } = varyFlight(model, `${ownerId}-${at}`, date)
        await insertFlight(
          change,
          (await countNewFlight(change.sql, ownerId, file.byteLength))!,
          flight,
          file,
        )
        ids.push(flight.id)
      }
    })
  const { sql } = services.db
  await sql`
    update flights set created_at = created_at - 1 where owner_id = ${ownerId} and id = ${ids[0]!}`
  await sql`
    update flights set same_flight_as = ${ids[0]!}, same_flight_why = 'copy'
    where owner_id = ${ownerId} and id <> ${ids[0]!}`
  return ids
}
