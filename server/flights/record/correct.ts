// The owner's corrections of a flight, and remarks on it.
import type { FlightCorrection } from '#contract/flight.ts'
import { assign, type Sql } from '#server/platform/database/database.ts'
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
  const changed = await changeFlight(change, id, assign(toColumns(correction)))
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

/** At least one is given, as the schema has it. */
const toColumns = ({
  launch_type,
  is_tandem,
  visibility,
  isCounted,
  gliderId,
  ...remarks
}: FlightCorrection) => ({
  launch_type,
  is_tandem,
  visibility,
  counted_by_pilot: isCounted,
  title: remarks.title === undefined ? undefined : cleanTitle(remarks.title),
  notes: remarks.notes === undefined ? undefined : cleanNotes(remarks.notes),
  glider_id: gliderId,
})
