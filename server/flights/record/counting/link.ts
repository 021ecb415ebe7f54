// Decides which recordings of a pilot's day count, and why the others do not. This is the only place that does.
//
//   twin     another recording of a flight, by a second instrument: at most times both were in the same place
//   copy     the track of another flight, at another time or in another place: known by its shape
//   overlap  another flight at the same time, elsewhere: one pilot is in one place
//
// The first that counts, counts for all. In the order of upload, whole recordings of a day first, each is compared with those
// before it that count; so no two wait for each other's verdict. Only whole ones count, so over days it is the order of upload.
import type { Recording } from '#igc/flight/recording.ts'
import { areNearKeys, type Footprint, isCopy } from '#igc/flight/footprint.ts'
import { isSameFlight, type Trace } from '#igc/flight/trace.ts'
import type { Why } from '../columns.ts'

export interface Recorded {
  id: string
  createdAt: number
  /** Null: nothing to compare. */
  trace: Trace | null
  footprint: Footprint | null
  footprintKey: number | null
  recording: Recording
  /** Whether it counts, where the pilot has said so. */
  countedByPilot: boolean | null
}

export interface Verdict {
  /** The flight that counts instead, and why; null where there is none. */
  sameFlightAs: string | null
  why: Why | null
  /** A later flight at the same time. */
  overlappedBy: string | null
}

/** Flights of other days that count, were uploaded before this one, and may have its shape; in that order. */
export type ListEarlier<One> = (one: One) => Promise<readonly Recorded[]>

/**
 * A flight that the pilot has left out is compared with nothing any more. Where only one was added, those before it keep
 * their verdict.
 */
export async function judgeRecordings<One extends Recorded & { verdict: Verdict }>(
  day: readonly One[],
  listEarlier: ListEarlier<One>,
  added?: string,
): Promise<Map<string, Verdict>> {
  const ordered = [...day].sort(inOrder)
  const from = added === undefined ? 0 : ordered.findIndex(({ id }) => id === added)
  const [kept, judged] = from < 0 ? [ordered, []] : [ordered.slice(0, from), ordered.slice(from)]
  const verdicts = new Map(kept.map(({ id, verdict }) => [id, forgetOverlap(verdict, judged)]))
  const counted: Recorded[] = kept.filter((one) => counts(one, one.verdict))
  for (const one of judged) {
    const found = one.countedByPilot === false ? undefined : await findOther(one, counted, listEarlier)
    const { other, why } = found ?? { other: undefined, why: null }
    const verdict = { sameFlightAs: other?.id ?? null, why, overlappedBy: null }
    verdicts.set(one.id, verdict)
    const first = other && why === 'overlap' ? verdicts.get(other.id) : undefined
    if (first) first.overlappedBy ??= one.id
    if (counts(one, verdict)) counted.push(one)
  }
  return verdicts
}

function forgetOverlap(verdict: Verdict, judged: readonly Recorded[]): Verdict {
  const isJudged = judged.some(({ id }) => id === verdict.overlappedBy)
  return { ...verdict, overlappedBy: isJudged ? null : verdict.overlappedBy }
}

/** By this verdict. */
export function counts({ countedByPilot, recording }: Recorded, { sameFlightAs }: Verdict): boolean {
  return countedByPilot ?? (recording === 'complete' && sameFlightAs === null)
}

const isWhole = ({ countedByPilot, recording }: Recorded) => countedByPilot ?? recording === 'complete'

/** A recording that is cut short gives way to a later one that is not. */
function inOrder(one: Recorded, other: Recorded): number {
  return Number(isWhole(other)) - Number(isWhole(one)) || byUpload(one, other)
}

function byUpload(one: Recorded, other: Recorded): number {
  return one.createdAt - other.createdAt || (one.id < other.id ? -1 : Number(one.id > other.id))
}

async function findOther<One extends Recorded>(
  one: One,
  counted: readonly Recorded[],
  listEarlier: ListEarlier<One>,
): Promise<{ other: Recorded; why: Why } | undefined> {
  const twin = counted.find((other) => areTwins(one, other))
  if (twin) return { other: twin, why: 'twin' }
  const earlier = [...counted, ...(await listEarlier(one))].sort(byUpload)
  const copied = earlier.find((other) => areCopies(one, other))
  if (copied) return { other: copied, why: 'copy' }
  const first = isWhole(one) ? counted.find((other) => areAtOnce(one, other)) : undefined
  return first && { other: first, why: 'overlap' }
}

export function areTwins(one: Pick<Recorded, 'trace'>, other: Pick<Recorded, 'trace'>): boolean {
  return one.trace !== null && other.trace !== null && isSameFlight(one.trace, other.trace)
}

type Shape = Pick<Recorded, 'footprint' | 'footprintKey'>

export function areCopies(one: Shape, other: Shape): boolean {
  if (one.footprintKey === null || other.footprintKey === null) return false
  if (!areNearKeys(one.footprintKey, other.footprintKey)) return false
  return one.footprint !== null && other.footprint !== null && isCopy(one.footprint, other.footprint)
}

/** Clocks differ a little, and of two flights in a row one may seem to begin before the other has ended. */
const MIN_OVERLAP_SECONDS = 120

function areAtOnce({ trace: one }: Recorded, { trace: other }: Recorded): boolean {
  if (!one || !other) return false
  const start = Math.max(one.seconds[0]!, other.seconds[0]!)
  const end = Math.min(one.seconds.at(-1)!, other.seconds.at(-1)!)
  return end - start >= MIN_OVERLAP_SECONDS
}
