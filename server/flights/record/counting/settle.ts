// Decides which recordings of some days count, after one of them came, changed or went. It is in the same transaction,
// under the pilot's lock: of two recordings that arrive at once one counts. A recording that no longer counts, or does
// again, may decide about its copies on other days: these follow. Each depends on those before it only, so it ends.
import { fragment, type Sql } from '#server/platform/database/database.ts'
import type { Change } from '../change.ts'
import { changeFlight, type ChangedFlight } from '../store.ts'
import { judgeRecordings, type Verdict } from './link.ts'
import { countsElsewhere, listCopies, listDaysLinkedTo, listRecordings } from './store.ts'

/**
 * Those that are judged otherwise now: each is a separate change. `others` are flights that went, or have another shape;
 * `added` is one that this very change stores, so its verdict is no further change of it.
 */
export async function settleTwins(
  change: Change,
  days: readonly string[],
  others: readonly string[],
  added?: string,
): Promise<ChangedFlight[]> {
  const { sql, ownerId } = change
  const settled: ChangedFlight[] = []
  const linked = others.length === 0 ? [] : await listDaysLinkedTo(sql, ownerId, others)
  const waiting = new Set([...days, ...linked])
  const unseen = new Set(days)
  for (const day of waiting) {
    waiting.delete(day)
    const { changes, affected } = await judgeDay(sql, ownerId, day)
    for (const { id, verdict } of changes) {
      const changed = await keepVerdict(change, id, verdict, id === added)
      if (changed) settled.push(changed)
    }
    if (unseen.delete(day) || changes.length > 0) for (const other of affected) waiting.add(other)
  }
  return settled
}

/** Verdicts that differ from those that are stored, and the days on which they matter. */
export async function judgeDay(sql: Sql, ownerId: string, day: string) {
  const recordings = await listRecordings(sql, ownerId, day)
  const copies = await listCopies(sql, ownerId, day, recordings)
  const verdicts = judgeRecordings(recordings, copies.filter(countsElsewhere))
  const changes = recordings.flatMap(({ id, verdict }) =>
    isSame(verdicts.get(id)!, verdict) ? [] : [{ id, verdict: verdicts.get(id)! }],
  )
  // One that gives way leaves its copies without a flight, one that counts takes the place of those after it.
  const affected = copies.map((copy) => copy.day)
  return { changes, affected }
}

function isSame(one: Verdict, other: Verdict): boolean {
  return (
    one.sameFlightAs === other.sameFlightAs &&
    one.why === other.why &&
    one.overlappedBy === other.overlappedBy
  )
}

async function keepVerdict(
  change: Change,
  id: string,
  { sameFlightAs, why, overlappedBy }: Verdict,
  isAdded: boolean,
): Promise<ChangedFlight | undefined> {
  const values = fragment`
    same_flight_as = ${sameFlightAs}, same_flight_why = ${why}, overlapped_by = ${overlappedBy}`
  if (!isAdded) return changeFlight(change, id, values)
  await change.sql`update flights set ${values} where owner_id = ${change.ownerId} and id = ${id}`
  return undefined
}
