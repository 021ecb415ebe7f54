// Decides which recordings of a pilot's day count, and why the others do not. This is the only place that does.
//
//   twin     another recording of a flight, by a second instrument: at most times both were in the same place
//   copy     the track of another flight, at another time or in another place: known by its shape
//   overlap  another flight at the same time, elsewhere: one pilot is in one place
//
// The first that counts, counts for all. In the order of upload, whole recordings first, each is compared with those before it
// that count; so no two wait for each other's verdict.
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

/**
 * A flight that the pilot has left out is compared with nothing any more. `elsewhere` are flights of other days
 * that count.
 */
export function judgeRecordings(
  day: readonly Recorded[],
  elsewhere: readonly Recorded[],
): Map<string, Verdict> {
  const verdicts = new Map<string, Verdict>()
  const counted: Recorded[] = []
  for (const one of [...day].sort(inOrder)) {
    const copied = elsewhere.filter((other) => inOrder(other, one) < 0)
    const found = one.countedByPilot === false ? undefined : findOther(one, counted, copied)
    const { other, why } = found ?? { other: undefined, why: null }
    verdicts.set(one.id, { sameFlightAs: other?.id ?? null, why, overlappedBy: null })
    const first = other && why === 'overlap' ? verdicts.get(other.id) : undefined
    if (first) first.overlappedBy ??= one.id
    if (one.countedByPilot ?? (isWhole(one) && !other)) counted.push(one)
  }
  return verdicts
}

const isWhole = ({ countedByPilot, recording }: Recorded) => countedByPilot ?? recording === 'complete'

/** A recording that is cut short gives way to a later one that is not. */
function inOrder(one: Recorded, other: Recorded): number {
  return (
    Number(isWhole(other)) - Number(isWhole(one)) ||
    one.createdAt - other.createdAt ||
    (one.id < other.id ? -1 : Number(one.id > other.id))
  )
}

function findOther(
  one: Recorded,
  counted: readonly Recorded[],
  elsewhere: readonly Recorded[],
): { other: Recorded; why: Why } | undefined {
  const twin = counted.find((other) => areTwins(one, other))
  if (twin) return { other: twin, why: 'twin' }
  const copied = [...counted, ...elsewhere].sort(inOrder).find((other) => areCopies(one, other))
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
