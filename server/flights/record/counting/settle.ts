// Decides again which recordings of some days count, after one of them came, changed or went. It is in the same
// transaction, under the pilot's lock: of two recordings that arrive at once one counts. What no longer counts, or does
// again, may decide about its copies on other days: these follow. Each depends on those before it only, so it ends.
import { fragment, type Sql } from '#server/platform/database/database.ts'
import { beginChange } from '../change.ts'
import { changeFlight, type ChangedFlight } from '../store.ts'
import { judgeDay } from './judge.ts'
import { listDaysLinkedTo } from './store.ts'
import type { Verdict } from './link.ts'

/** Those that are judged otherwise now: each is a change of its own. `others` are flights that went, or have another shape. */
export async function settleTwins(
  sql: Sql,
  nowMs: number,
  ownerId: string,
  days: readonly string[],
  others: readonly string[],
): Promise<ChangedFlight[]> {
  const settled: ChangedFlight[] = []
  const linked = others.length === 0 ? [] : await listDaysLinkedTo(sql, ownerId, others)
  const waiting = new Set([...days, ...linked])
  const unseen = new Set(days)
  for (const day of waiting) {
    waiting.delete(day)
    const { changes, affected } = await judgeDay(sql, ownerId, day)
    for (const { id, verdict } of changes) {
      const change = await beginChange(sql, nowMs, ownerId)
      const changed = change && (await changeFlight(sql, change, id, writeVerdict(verdict)))
      if (changed) settled.push(changed)
    }
    if (unseen.delete(day) || changes.length > 0) for (const other of affected) waiting.add(other)
  }
  return settled
}

function writeVerdict({ sameFlightAs, why, overlappedBy }: Verdict) {
  return fragment`
    same_flight_as = ${sameFlightAs}, same_flight_why = ${why}, overlapped_by = ${overlappedBy}`
}
