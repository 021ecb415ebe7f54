// The pilot's gliders: every statement begins with the owner. Flights and hours are added up from their flights.
import type { Glider, GliderChange, GliderRegistration } from '#contract/logbook/gliders.ts'
import type { GliderClass } from '#contract/logbook/glider-classes.ts'
import { countRows } from '#server/platform/database/count.ts'
import { assign, fragment, type Fragment, type Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'
import { fold } from '#language/fold.ts'
import { cleanText } from '../record/text/file-name.ts'
import { isCounted } from '../record/counting/counted.ts'

export const MAX_GLIDERS = 100

/** One line without control characters; empty when nothing is left. */
export const cleanName = (name: string): string => cleanText(name.replaceAll(/\s+/gu, ' '))

interface GliderRow {
  id: string
  name: string
  class: GliderClass
  isDefault: boolean
  isRetired: boolean
  inspectedOn: string | null
  createdAt: number
  flights: number
  seconds: number
  flightsSince: number
  secondsSince: number
}

export async function listGliders(sql: Sql, ownerId: string): Promise<Glider[]> {
  return readGliders(sql, fragment`g.owner_id = ${ownerId}`)
}

export async function findGlider(sql: Sql, ownerId: string, id: string): Promise<Glider | undefined> {
  const [glider] = await readGliders(sql, fragment`g.owner_id = ${ownerId} and g.id = ${id}`)
  return glider
}

async function readGliders(sql: Sql, condition: Fragment): Promise<Glider[]> {
  const isSince = fragment`f.flight_date >= g.inspected_on`
  const rows = await sql<GliderRow>`
    select g.id, g.name, g.class, g.is_default as "isDefault", g.is_retired as "isRetired",
      g.inspected_on as "inspectedOn", g.created_at as "createdAt",
      count(f.id) as flights, coalesce(sum(f.duration_seconds), 0) as seconds,
      count(case when ${isSince} then f.id end) as "flightsSince",
      coalesce(sum(case when ${isSince} then f.duration_seconds end), 0) as "secondsSince"
    from gliders g left join flights f on f.owner_id = g.owner_id and f.glider_id = g.id and ${isCounted}
    where ${condition}
    group by g.id order by g.is_retired, g.is_default desc, g.folded_name`
  return rows.map(toGlider)
}

function toGlider({ createdAt, flightsSince, secondsSince, ...glider }: GliderRow): Glider {
  const since = { flights: flightsSince, seconds: secondsSince }
  return {
    ...glider,
    sinceInspection: glider.inspectedOn === null ? null : since,
    dateCreated: new Date(createdAt).toISOString(),
  }
}

/** Two changes of a pilot's list wait for each other; false when the account is gone. */
export async function holdList(sql: Sql, ownerId: string): Promise<boolean> {
  const rows = await sql`
    select id from users where id = ${ownerId} and erased_at is null ${sql.forUpdate}`
  return rows.length > 0
}

export function countGliders(sql: Sql, ownerId: string): Promise<number> {
  return countRows(sql, fragment`gliders where owner_id = ${ownerId}`)
}

/** Undefined when the pilot has one of this name. */
export async function insertGlider(
  sql: Sql,
  nowMs: number,
  ownerId: string,
  glider: GliderRegistration,
): Promise<string | undefined> {
  const { isRetired = false, isDefault = false, inspectedOn = null } = glider
  const id = createId(nowMs)
  const name = cleanName(glider.name)
  const inserted = await sql`
    insert into gliders
      (id, owner_id, name, folded_name, class, is_default, is_retired, inspected_on, created_at, updated_at)
    values (${id}, ${ownerId}, ${name}, ${fold(name)}, ${glider.class}, ${isDefault && !isRetired}, ${isRetired},
      ${inspectedOn}, ${nowMs}, ${nowMs})
    on conflict do nothing returning id`
  return inserted.length > 0 ? id : undefined
}

/** False when there is none. Throws a unique violation when another has the name. */
export async function updateGlider(
  sql: Sql,
  nowMs: number,
  ownerId: string,
  id: string,
  change: GliderChange,
): Promise<boolean> {
  const name = change.name === undefined ? undefined : cleanName(change.name)
  const values = assign({
    updated_at: nowMs,
    name,
    folded_name: name === undefined ? undefined : fold(name),
    class: change.class,
    is_default: change.isDefault,
    is_retired: change.isRetired,
    inspected_on: change.inspectedOn,
  })
  const changed = await sql`
    update gliders set ${values} where owner_id = ${ownerId} and id = ${id} returning id`
  return changed.length > 0
}

/** One glider at most is the default, and none that is retired. */
export async function keepOneDefault(sql: Sql, ownerId: string, id: string): Promise<void> {
  await sql`
    update gliders set is_default = ${false}
    where owner_id = ${ownerId} and is_default = ${true} and (is_retired = ${true} or (id <> ${id} and exists (
      select 1 from gliders g where g.owner_id = ${ownerId} and g.id = ${id} and g.is_default = ${true})))`
}

/** Held until the transaction ends: no flight is given the glider meanwhile. False when there is none. */
export async function holdGlider(sql: Sql, ownerId: string, id: string): Promise<boolean> {
  const rows = await sql`
    select id from gliders where owner_id = ${ownerId} and id = ${id} ${sql.forUpdate}`
  return rows.length > 0
}

/** All of them: also flights that do not count keep their glider. */
export function countFlownWith(sql: Sql, ownerId: string, id: string): Promise<number> {
  return countRows(sql, fragment`flights where owner_id = ${ownerId} and glider_id = ${id}`)
}

export async function deleteGlider(sql: Sql, ownerId: string, id: string): Promise<void> {
  await sql`delete from gliders where owner_id = ${ownerId} and id = ${id}`
}

export interface KnownGlider {
  id: string
  name: string
  folded_name: string
  is_default: boolean
  is_retired: boolean
}

/** Gliders that a new flight may be flown with. */
export function listKnown(sql: Sql, ownerId: string): Promise<KnownGlider[]> {
  return sql<KnownGlider>`
    select id, name, folded_name, is_default, is_retired from gliders where owner_id = ${ownerId} order by id`
}
