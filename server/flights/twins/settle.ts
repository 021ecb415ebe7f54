// Decides anew which recordings of some days count, after one of them came, changed or went. It is in the same
// transaction, under the pilot's lock: of two recordings that arrive at once one counts.
import { fragment, type Sql } from '#server/platform/database/database.ts'
import { beginChange } from '../record-change.ts'
import { changeFlight, type ChangedFlight } from '../store.ts'
import { linkRecordings } from './link.ts'
import { listRecordings } from './store.ts'

/** Those that are linked otherwise now: each is a change of its own. */
export async function settleTwins(
  sql: Sql,
  nowMs: number,
  ownerId: string,
  days: readonly string[],
): Promise<ChangedFlight[]> {
  const settled: ChangedFlight[] = []
  for (const day of new Set(days)) {
    const recordings = await listRecordings(sql, ownerId, day)
    const links = linkRecordings(recordings)
    for (const { id, sameFlightAs } of recordings) {
      const link = links.get(id) ?? null
      if (link === sameFlightAs) continue
      const change = await beginChange(sql, nowMs, ownerId)
      const changed = change && (await changeFlight(sql, change, id, fragment`same_flight_as = ${link}`))
      if (changed) settled.push(changed)
    }
  }
  return settled
}
