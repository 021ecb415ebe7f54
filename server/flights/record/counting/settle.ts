// Decides which recordings of some days count, after one of them came, changed or went. It is in the same transaction,
// under the pilot's lock: of two recordings that arrive at once one counts. A recording that no longer counts, or does
// again, may decide about its copies on other days: a handful of these follow at once, more of them in the background
// (copies.ts). Each depends on those before it only, so it ends.
import { fragment, type Sql } from '#server/platform/database/database.ts'
import type { Change } from '../change.ts'
import { changeFlight, type ChangedFlight } from '../store.ts'
import { askForCopies, BEGINNING, type Shaped } from './copies-store.ts'
import { counts, judgeRecordings, type Verdict } from './link.ts'
import {
  type Dependents,
  listEarlier,
  listGivingWay,
  listLinkedTo,
  listRecordings,
  MAX_JUDGED_AT_ONCE,
  type StoredRecording,
} from './store.ts'

export interface Settled {
  days: readonly string[]
  /** Flights of these days that came or changed; all of them where it is not said. */
  about?: readonly string[]
  /** Flights that went, or have another shape now. */
  gone?: readonly Gone[]
  /** One that this very change stores: its verdict is no further change of it. */
  added?: string
}

export interface Gone {
  id: string
  footprintKey: number | null
}

/** Those that are judged otherwise now: each is a separate change. */
export async function settleTwins(change: Change, settled: Settled): Promise<ChangedFlight[]> {
  const { sql, ownerId } = change
  const { days, about, gone = [], added } = settled
  const changed: ChangedFlight[] = []
  const others = new Set<string>()
  for (const { id, footprintKey } of gone)
    await follow(change, others, { footprintKey, ...BEGINNING }, await listLinkedTo(sql, ownerId, id))
  for (const day of new Set(days)) {
    for (const judged of await settleDay(change, day, changed, added))
      if (judged.isOther || (about?.includes(judged.one.id) ?? true))
        await follow(change, others, judged.one, await listDependents(change, judged, added))
  }
  // It grows meanwhile.
  for (const day of others) {
    for (const judged of await settleDay(change, day, changed))
      if (judged.isOther) await follow(change, others, judged.one, await listDependents(change, judged))
  }
  return changed
}

/** More days than a handful are left to the background. */
async function follow(
  change: Change,
  others: Set<string>,
  from: Shaped,
  { days, areMany }: Dependents,
): Promise<void> {
  const isRoom = new Set([...others, ...days]).size <= MAX_JUDGED_AT_ONCE
  if (areMany || !isRoom) return askForCopies(change, from)
  for (const day of days) others.add(day)
}

interface Judged {
  one: StoredRecording
  isCounted: boolean
  /** It counts now and did not, or the other way round. */
  isOther: boolean
}

async function settleDay(
  change: Change,
  day: string,
  changed: ChangedFlight[],
  added?: string,
): Promise<Judged[]> {
  const { recordings, verdicts } = await judgeDay(change.sql, change.ownerId, day, added)
  const judged: Judged[] = []
  for (const one of recordings) {
    const verdict = verdicts.get(one.id)!
    const isCounted = counts(one, verdict)
    judged.push({ one, isCounted, isOther: isCounted !== counts(one, one.verdict) })
    if (isSame(verdict, one.verdict)) continue
    const kept = await keepVerdict(change, one.id, verdict, one.id === added)
    if (kept) changed.push(kept)
  }
  return judged
}

/** One that gives way leaves its copies without a flight, one that counts takes the place of those after it. */
async function listDependents(
  { sql, ownerId }: Change,
  { one, isCounted }: Judged,
  added?: string,
): Promise<Dependents> {
  if (isCounted) return listGivingWay(sql, ownerId, one)
  return one.id === added ? { days: [], areMany: false } : listLinkedTo(sql, ownerId, one.id)
}

export async function isDayWrong(sql: Sql, ownerId: string, day: string): Promise<boolean> {
  const { recordings, verdicts } = await judgeDay(sql, ownerId, day)
  return recordings.some(({ id, verdict }) => !isSame(verdicts.get(id)!, verdict))
}

/** What is stored of a day, and what is right. */
async function judgeDay(sql: Sql, ownerId: string, day: string, added?: string) {
  const recordings = await listRecordings(sql, ownerId, day)
  const verdicts = await judgeRecordings(recordings, (one) => listEarlier(sql, ownerId, one), added)
  return { recordings, verdicts }
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
