// Changes of a pilot's flights since a number: those that changed, once each and as they are now, and those
// that were deleted.
import type { Sql } from '#server/platform/database/database.ts'
import { flightColumns, type FlightRow, lightColumns } from '../record/columns.ts'

export interface Change {
  number: number
  flightId: string
  flightHash: string
  /** Null while the flight is there. */
  deletedAt: number | null
  flight: FlightRow
  isChanged: boolean
}

export interface Changes {
  /** The pilot's last change of all. */
  lastNumber: number
  /** Deletions up to this number are no longer kept. */
  forgotten: number
  changes: Change[]
}

type Row = FlightRow &
  Omit<Change, 'number' | 'flight'> & { number: number | null } & Omit<Changes, 'changes'>

/** One statement, of one moment: a deletion is never seen without the changes before it. */
export async function listChanges(
  sql: Sql,
  ownerId: string,
  afterNumber: number,
  limit: number,
  isLight = false,
): Promise<Changes> {
  const rows = await sql<Row>`
    select k.last_change as "lastNumber", k.forgotten, c.change_number as number, c.flight_id as "flightId",
      c.hash as "flightHash", c.deleted_at as "deletedAt", f.is_changed as "isChanged", ${isLight ? lightColumns : flightColumns}
    from flight_counters k
    left join (
      select change_number, flight_id, hash, deleted_at from (
        select change_number, id as flight_id, hash, cast(null as bigint) as deleted_at from flights
        where owner_id = ${ownerId} and change_number > ${afterNumber}
        order by change_number limit ${limit}) there
      union all
      select change_number, flight_id, hash, deleted_at from (
        select change_number, flight_id, hash, deleted_at from deleted_flights
        where owner_id = ${ownerId} and change_number > ${afterNumber}
        order by change_number limit ${limit}) gone
      order by change_number limit ${limit}) c on 1 = 1
    left join flights f on f.id = c.flight_id
    left join takeoffs t on t.id = f.takeoff_id
    where k.owner_id = ${ownerId}
    order by c.change_number`
  const [first] = rows
  if (!first) return { lastNumber: 0, forgotten: 0, changes: [] }
  const changes = rows.flatMap((row) =>
    row.number === null ? [] : { ...row, number: row.number, flight: row },
  )
  return { lastNumber: first.lastNumber, forgotten: first.forgotten, changes }
}
