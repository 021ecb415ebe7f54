// The analyses of flights: each has a separate row, since it is longer than the rest of the flight and rarely read.
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Fragment, Sql } from '#server/platform/database/database.ts'

const decompress = promisify(zstdDecompress)

/** Analyses of release 1.2.0 and before are stored with other names of speeds in metres per second. */
export const nameSpeeds = (json: string): string => json.replaceAll('Ms":', 'Mps":')

/** In the transaction that inserts or changes the flight. */
export async function keepAnalysis(sql: Sql, flightId: string, compressed: Uint8Array | null): Promise<void> {
  if (!compressed) {
    await sql`delete from flight_analyses where flight_id = ${flightId}`
    return
  }
  await sql`
    insert into flight_analyses (flight_id, compressed) values (${flightId}, ${compressed})
    on conflict (flight_id) do update set compressed = excluded.compressed`
}

/** As JSON text, which is passed on without being parsed: `null` for a flight without one. Undefined without the flight. */
export async function findAnalysis(
  sql: Sql,
  ownerId: string,
  isNamed: Fragment,
): Promise<string | undefined> {
  const [row] = await sql<{ compressed: Uint8Array | null }>`
    select a.compressed from flights f left join flight_analyses a on a.flight_id = f.id
    where f.owner_id = ${ownerId} and ${isNamed}`
  if (!row) return undefined
  return row.compressed ? nameSpeeds(String(await decompress(row.compressed))) : 'null'
}
