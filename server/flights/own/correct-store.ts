// What the owner of a flight knows better, or writes on it.
import type { FlightCorrection } from '#contract/flight.ts'
import { fragment, type Fragment, join, type Sql } from '#server/platform/database/database.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { holdForFlight } from '../gliders/store.ts'
import { beginChange } from '../record/change.ts'
import { endLink } from '../sharing/links.ts'
import { writeSearchText } from '../record/text/search-text.ts'
import { changeFlight, type ChangedFlight, type Precondition } from '../record/store.ts'
import { cleanNotes, cleanTitle } from '../record/text/remarks.ts'

/** Undefined when there is no such flight. */
export async function correctFlight(
  sql: Sql,
  nowMs: number,
  ownerId: string,
  id: string,
  correction: FlightCorrection,
  precondition?: Precondition,
): Promise<ChangedFlight | undefined> {
  await requireOwnGlider(sql, ownerId, correction.glider_id)
  const change = await beginChange(sql, nowMs, ownerId)
  if (!change) return undefined
  await precondition?.(sql)
  const changed = await changeFlight(sql, change, id, join(listValues(correction), ', '))
  // A link that was given away does not come back to life when the flight is shared again.
  if (changed && correction.visibility === 'private') await endLink(sql, id)
  if (changed) await keepSearchText(sql, changed)
  return changed
}

/** While the pilot's counter is held. Undefined when there is no such flight, or it begins there already. */
export async function changeTakeoff(
  sql: Sql,
  nowMs: number,
  ownerId: string,
  id: string,
  takeoffId: string,
): Promise<ChangedFlight | undefined> {
  const [found] = await sql<{ takeoff_id: string }>`
    select takeoff_id from flights where owner_id = ${ownerId} and id = ${id}`
  if (!found || found.takeoff_id === takeoffId) return undefined
  const change = await beginChange(sql, nowMs, ownerId)
  if (!change) return undefined
  return changeFlight(sql, change, id, fragment`takeoff_id = ${takeoffId}`)
}

/** Before the pilot's counter is held: gliders come first in the order of locks. */
async function requireOwnGlider(sql: Sql, ownerId: string, id: string | null | undefined): Promise<void> {
  if (typeof id === 'string' && !(await holdForFlight(sql, ownerId, id)))
    throw invalidRequest('glider_id must be the id of one of your gliders, or null.')
}

export async function keepSearchText(sql: Sql, flight: ChangedFlight): Promise<void> {
  const text = writeSearchText(flight, flight.metadata)
  await sql`
    update flights set search_text = ${text}
    where id = ${flight.id} and (search_text is null or search_text <> ${text})`
}

/** Only what is given: at least one, as the schema has it. */
function listValues({
  launch_type,
  is_tandem,
  visibility,
  is_counted: isCounted,
  title,
  notes,
  glider_id,
}: FlightCorrection): Fragment[] {
  const values: Fragment[] = []
  if (launch_type !== undefined) values.push(fragment`launch_type = ${launch_type}`)
  if (is_tandem !== undefined) values.push(fragment`is_tandem = ${is_tandem}`)
  if (visibility !== undefined) values.push(fragment`visibility = ${visibility}`)
  if (isCounted !== undefined) values.push(fragment`counted_by_pilot = ${isCounted}`)
  if (title !== undefined) values.push(fragment`title = ${cleanTitle(title)}`)
  if (notes !== undefined) values.push(fragment`notes = ${cleanNotes(notes)}`)
  if (glider_id !== undefined) values.push(fragment`glider_id = ${glider_id}`)
  return values
}
