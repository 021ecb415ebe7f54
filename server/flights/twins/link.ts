// Which recordings of a pilot's day are of one flight: the first that counts, counts for all.
import type { Recording } from '#igc/flight/recording.ts'
import { isSameFlight, type Trace } from '#igc/flight/trace.ts'

export interface Recorded {
  id: string
  /** Null: nothing to compare. */
  trace: Trace | null
  recording: Recording
  /** Whether it counts, where the pilot has said so. */
  countedByPilot: boolean | null
}

/**
 * Of recordings in the order of their upload: for each the counted one that it is another recording of, or null. What the
 * pilot has left out is nobody's concern any more.
 */
export function linkRecordings(recorded: readonly Recorded[]): Map<string, string | null> {
  const links = new Map<string, string | null>()
  const counted: Recorded[] = []
  const isWhole = ({ countedByPilot, recording }: Recorded) => countedByPilot ?? recording === 'complete'
  // A recording that is cut short is linked to a later one that is not.
  for (const one of [...recorded.filter(isWhole), ...recorded.filter((each) => !isWhole(each))]) {
    const twin = one.countedByPilot === false ? undefined : counted.find((other) => areTwins(one, other))
    links.set(one.id, twin?.id ?? null)
    if (one.countedByPilot ?? (isWhole(one) && !twin)) counted.push(one)
  }
  return links
}

/** The same for one more, which comes last: those that are linked already stay so. */
export function linkLast(
  recorded: readonly (Recorded & { sameFlightAs: string | null })[],
  last: Recorded,
): string | null {
  if (last.countedByPilot === false) return null
  const isCounted = ({ countedByPilot, recording, sameFlightAs }: (typeof recorded)[number]) =>
    countedByPilot ?? (recording === 'complete' && sameFlightAs === null)
  return recorded.find((other) => isCounted(other) && areTwins(last, other))?.id ?? null
}

export function areTwins(one: Pick<Recorded, 'trace'>, other: Pick<Recorded, 'trace'>): boolean {
  return one.trace !== null && other.trace !== null && isSameFlight(one.trace, other.trace)
}
