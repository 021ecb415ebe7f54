// The tag of a list, known before any flight is read: an unchanged logbook is answered without reading one, and no list
// is hashed, which would be a third of its cost.
import type { Sql } from '#server/platform/database/database.ts'
import { makeEtag } from '#server/platform/http/conditional.ts'
import type { Services } from '#server/platform/services.ts'
import { version } from '#server/platform/settings/release.ts'

export interface Logbook {
  /** How many flights there are. */
  flights: number
  /** Differs whenever anything that a list shows may differ. */
  state: string
}

/**
 * Read before the list: a change in between makes that look older than it is, never newer. Flights change with their
 * number, and places, which an import of sites renames and moves and a pilot's name for all flights nearby widens, with
 * their `updated_at`. A database that was copied back by hand may give a number again, but not with a flight of the same
 * millisecond.
 */
export async function readLogbook(sql: Sql, ownerId: string): Promise<Logbook> {
  const [row] = await sql<{ number: number; newest: number | null; flights: number; places: number }>`
    select k.last_change as number,
      (select max(f.updated_at) from flights f where f.owner_id = k.owner_id) as newest,
      coalesce(sum(p.flights), 0) as flights, coalesce(sum(t.updated_at - t.created_at), 0) as places
    from flight_counters k
    left join takeoff_pilots p on p.user_id = k.owner_id
    left join takeoffs t on t.id = p.takeoff_id
    where k.owner_id = ${ownerId}
    group by k.owner_id, k.last_change`
  if (!row) return { flights: 0, state: 'none' }
  return { flights: row.flights, state: `${row.number} ${row.newest} ${row.places}` }
}

/** The same on every node of a release. */
export function makeListTag(
  { epoch }: Pick<Services, 'epoch'>,
  ownerId: string,
  logbook: Logbook,
  url: string,
): string {
  return makeEtag(`${version} ${epoch} ${ownerId} ${logbook.state} ${url}`)
}
