// The visibility of a flight: as its pilot has chosen for new ones, and until its links end.
import { fragment, type Fragment, type Sql } from '#server/platform/database/database.ts'

/** The visibility that a pilot has chosen for new flights. */
export const defaultVisibility = (ownerId: string): Fragment =>
  fragment`coalesce((select default_visibility from sharing_settings where user_id = ${ownerId}), 'private')`

/** Links of flights that were merged into it end with its own. */
export async function endLink(sql: Sql, flightId: string): Promise<void> {
  await sql`delete from flight_links where flight_id = ${flightId}`
  await sql`delete from merged_references where flight_id = ${flightId}`
}
