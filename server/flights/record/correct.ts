// The owner's corrections of a flight, and remarks on it.
import type { FlightCorrection } from '#contract/flight.ts'
import { fragment, type Fragment, join, type Sql } from '#server/platform/database/database.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { type Change, requirePrecondition } from './change.ts'
import { changeFlight, type ChangedFlight } from './store.ts'
import { cleanNotes, cleanTitle } from './text/remarks.ts'
import { keepSearchText } from './text/search-text.ts'
import { announceChange, settleDays } from './update.ts'
import { endLink } from './visibility.ts'

/** False when there is no such flight. */
export async function updateFlight(
  change: Change,
  id: string,
  correction: FlightCorrection,
): Promise<boolean> {
  const changed = await correctFlight(change, id, correction)
  const isChanged = await announceChange(change, changed)
  if (changed && correction.isCounted !== undefined)
    await settleDays(change, { days: [changed.flight_date], about: [id] })
  return isChanged
}

async function correctFlight(
  change: Change,
  id: string,
  correction: FlightCorrection,
): Promise<ChangedFlight | undefined> {
  await requireOwnGlider(change, correction.gliderId)
  await requirePrecondition(change)
  const changed = await changeFlight(change, id, join(listValues(correction), ', '))
  // A link that was given away does not come back to life when the flight is shared again.
  if (changed && correction.visibility === 'private') await endLink(change.sql, id)
  if (changed) await keepSearchText(change.sql, changed)
  return changed
}

/** Before the pilot's counter is held: gliders come first in the order of locks. */
async function requireOwnGlider({ sql, ownerId }: Change, id: string | null | undefined): Promise<void> {
  if (typeof id === 'string' && !(await holdForFlight(sql, ownerId, id)))
    throw invalidRequest('gliderId must be the id of one of your gliders, or null.')
}

/** Held until the transaction ends: it is not deleted meanwhile. False when there is none. */
export async function holdForFlight(sql: Sql, ownerId: string, id: string): Promise<boolean> {
  const rows = await sql`
    select id from gliders where owner_id = ${ownerId} and id = ${id} ${sql.forKeyShare}`
  return rows.length > 0
}

/** Only what is given: at least one, as the schema has it. */
function listValues({
  launch_type,
  is_tandem,
  visibility,
  isCounted,
  title,
  notes,
  gliderId,
}: FlightCorrection): Fragment[] {
  const values: Fragment[] = []
  if (launch_type !== undefined) values.push(fragment`launch_type = ${launch_type}`)
  if (is_tandem !== undefined) values.push(fragment`is_tandem = ${is_tandem}`)
  if (visibility !== undefined) values.push(fragment`visibility = ${visibility}`)
  if (isCounted !== undefined) values.push(fragment`counted_by_pilot = ${isCounted}`)
  if (title !== undefined) values.push(fragment`title = ${cleanTitle(title)}`)
  if (notes !== undefined) values.push(fragment`notes = ${cleanNotes(notes)}`)
  if (gliderId !== undefined) values.push(fragment`glider_id = ${gliderId}`)
  return values
}
