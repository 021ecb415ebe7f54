// A flight begins elsewhere from now on.
import { fragment } from '#server/platform/database/database.ts'
import { holdCounter } from '../record/change-numbers.ts'
import type { Change } from '../record/change.ts'
import { changeFlight } from '../record/store.ts'
import { announceChange } from '../record/update.ts'

/** To a take-off that is found or made while the pilot's counter is held; false when it is there, or is gone. */
export async function moveFlight(
  change: Change,
  id: string,
  findPlace: (change: Change) => Promise<string>,
): Promise<boolean> {
  const { sql, ownerId } = change
  await holdCounter(sql, ownerId)
  const takeoffId = await findPlace(change)
  const [found] = await sql<{ takeoff_id: string }>`
    select takeoff_id from flights where owner_id = ${ownerId} and id = ${id}`
  if (!found || found.takeoff_id === takeoffId) return false
  return announceChange(change, await changeFlight(change, id, fragment`takeoff_id = ${takeoffId}`))
}
