// Values derived from a pilot's flights and stored, compared with a recount by the code that writes them, and mended by it.
// Each comparison is one statement, or one row, and so of one moment; whether recordings count takes several, so a day
// that seems wrong is judged again under the pilot's lock.
import type { Database, Sql } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { holdCounter, raiseCounter } from '../change-numbers.ts'
import { type Change, makeChange } from '../change.ts'
import { areCopiesAsked } from '../counting/copies-store.ts'
import { isDayWrong } from '../counting/settle.ts'
import { settleDays, touchFlight } from '../update.ts'
import { recountPlace } from './pilots.ts'
import { listWrongRows, mendRow } from './recount-rows.ts'
import { addUpBytes, recountBytes } from './stored-bytes.ts'

interface RecountServices {
  db: Pick<Database, 'sql' | 'transaction'>
}
type Mending = Pick<Services, 'db' | 'now' | 'eventSignal'>

export interface Derivation {
  /** As in "Wrong: 3 …". */
  readonly name: string
  /** Keys of those that are wrong: ids of flights or places, or days. */
  list(services: RecountServices, ownerId: string): Promise<string[]>
  /** While the pilot's counter is held. Without it only a person can tell what is right, and `remedy` is for that person. */
  readonly mend?: (change: Change, key: string) => Promise<unknown>
  readonly remedy?: string
}

export const derivations: readonly Derivation[] = [
  {
    name: 'numbers of flights at a take-off',
    list: ({ db: { sql } }, ownerId) =>
      keysOf(sql<{ key: string }>`
        select takeoff_id as key from (
          select takeoff_id, flights as kept, 0 as counted from takeoff_pilots where user_id = ${ownerId}
          union all select takeoff_id, 0, 1 from flights where owner_id = ${ownerId}) as both_sides
        group by takeoff_id having sum(kept) <> sum(counted)`),
    mend: ({ sql, ownerId }, takeoffId) => recountPlace(sql, takeoffId, ownerId),
  },
  {
    name: 'sums of stored bytes',
    list: ({ db: { sql } }, ownerId) =>
      keysOf(sql<{ key: string }>`
        select key from (
          select owner_id as key, stored_bytes as kept, ${addUpBytes(ownerId)} as counted from flight_counters
          where owner_id = ${ownerId} and stored_as_of = last_change) as sums
        where kept <> counted`),
    mend: ({ sql, ownerId }) => recountBytes(sql, ownerId),
  },
  {
    name: 'change numbers that are above the last one or given twice',
    list: ({ db: { sql } }, ownerId) =>
      keysOf(sql<{ key: string }>`
        select f.id as key from flights f left join flight_counters c on c.owner_id = f.owner_id
        where f.owner_id = ${ownerId} and (c.last_change is null or f.change_number > c.last_change
          or f.change_number < 1
          or exists (select 1 from deleted_flights d
                     where d.owner_id = f.owner_id and d.change_number = f.change_number)
          or exists (select 1 from flights g where g.owner_id = f.owner_id
                     and g.change_number = f.change_number and g.id < f.id))`),
    mend: async (change, flightId) => {
      await raiseCounter(change.sql, change.ownerId)
      await recountBytes(change.sql, change.ownerId)
      await touchFlight(change, flightId)
    },
  },
  {
    name: 'days whose recordings count otherwise',
    list: listWrongDays,
    mend: (change, day) => settleDays(change, { days: [day] }),
  },
  {
    name: 'flights with values that do not follow from their own metadata',
    list: ({ db: { sql } }, ownerId) => listWrongRows(sql, ownerId),
    mend: mendRow,
  },
  {
    name: 'flights that list other photos than they have',
    list: ({ db: { sql } }, ownerId) =>
      keysOf(sql<{ key: string }>`
        select distinct f.id as key from flights f join photo_files p on p.flight_id = f.id
        where f.owner_id = ${ownerId} and (f.photos is null or f.photos not like '%' || p.photo_id || '%')`),
    remedy:
      'Restore a backup from before into another folder, compare the flight there, and let its pilot add the photos again.',
  },
  {
    name: 'flights without a file',
    list: ({ db: { sql } }, ownerId) =>
      keysOf(sql<{ key: string }>`
        select f.id as key from flights f left join flight_files s on s.flight_id = f.id
        where f.owner_id = ${ownerId} and s.flight_id is null`),
    remedy:
      'Let their pilots upload the files again after deleting the flights, or restore a backup that has them.',
  },
  {
    name: 'flights with a glider of another pilot, or none',
    list: ({ db: { sql } }, ownerId) =>
      keysOf(sql<{ key: string }>`
        select f.id as key from flights f left join gliders g on g.id = f.glider_id and g.owner_id = f.owner_id
        where f.owner_id = ${ownerId} and f.glider_id is not null and g.id is null`),
    remedy: 'Their pilots choose the glider of these flights again.',
  },
  {
    name: 'flights at a place of another pilot',
    list: ({ db: { sql } }, ownerId) =>
      keysOf(sql<{ key: string }>`
        select f.id as key from flights f join takeoffs t on t.id = f.takeoff_id
        where f.owner_id = ${ownerId} and ((t.source_id is null and t.made_by <> f.owner_id)
          or (t.named_by is not null and t.named_by <> f.owner_id))`),
    remedy: 'Their pilots name the take-off of these flights again: that gives them a place of their own.',
  },
]

async function keysOf(rows: Promise<{ key: string }[]>): Promise<string[]> {
  return (await rows).map(({ key }) => key)
}

async function listWrongDays({ db }: RecountServices, ownerId: string): Promise<string[]> {
  const wrong: string[] = []
  // They are being judged.
  if (await areCopiesAsked(db.sql, ownerId)) return wrong
  const days = await db.sql<{ day: string }>`
    select distinct flight_date as day from flights where owner_id = ${ownerId} order by flight_date`
  for (const { day } of days) {
    const isWrong = (sql: Sql) => isDayWrong(sql, ownerId, day)
    if (!(await isWrong(db.sql))) continue
    const isWrongStill = await db.transaction(async (sql) => {
      await holdCounter(sql, ownerId)
      return isWrong(sql)
    })
    if (isWrongStill) wrong.push(day)
  }
  return wrong
}

export interface WrongValue {
  ownerId: string
  key: string
}

const OWNERS_AT_ONCE = 100

/** All pilots but those whose account is being deleted: what is kept of them goes last. */
export async function recount(
  services: RecountServices,
  onOwner: () => Promise<void> = async () => undefined,
): Promise<Map<Derivation, WrongValue[]>> {
  const wrong = new Map<Derivation, WrongValue[]>()
  for (let afterId = ''; ;) {
    const owners = await services.db.sql<{ id: string }>`
      select id from users where id > ${afterId} and erased_at is null order by id limit ${OWNERS_AT_ONCE}`
    for (const { id: ownerId } of owners) {
      for (const derivation of derivations) {
        const keys = await derivation.list(services, ownerId)
        if (keys.length === 0 || (await isLeaving(services, ownerId))) continue
        wrong.set(derivation, [...(wrong.get(derivation) ?? []), ...keys.map((key) => ({ ownerId, key }))])
      }
      await onOwner()
    }
    afterId = owners.at(-1)?.id ?? afterId
    if (owners.length < OWNERS_AT_ONCE) return wrong
  }
}

async function isLeaving({ db }: RecountServices, ownerId: string): Promise<boolean> {
  const rows = await db.sql`select id from users where id = ${ownerId} and erased_at is null`
  return rows.length === 0
}

/** One transaction each: other pilots do not wait. */
export async function mend(
  services: Mending,
  { mend: mendOne }: Derivation,
  values: readonly WrongValue[],
): Promise<number> {
  if (!mendOne) return 0
  for (const { ownerId, key } of values)
    await makeChange(services, ownerId, async (change) => {
      await holdCounter(change.sql, ownerId)
      await mendOne(change, key)
    })
  return values.length
}
