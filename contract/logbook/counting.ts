// The schemas for which recordings count as flights.
import { type Static, Type } from 'typebox'
import { id } from '../values.ts'

export const Recording = Type.Enum(['complete', 'cut-short', 'no-flight'], {
  title: 'Recording',
  type: 'string',
  description:
    'Whether the file holds its flight to the end: complete; cut-short, it ends in the air and not about to land; no-flight, nothing in it flies. Absent from flights of earlier releases that have not been scored again.',
  examples: ['complete'],
})

const sentence =
  'Whether the flight counts in totals, statistics, seasons, records, a glider’s hours and the public profile.'

export const SameFlightAs = id(
  'The flight of which this is another recording, by a second instrument: at most times both were in the same place. That one counts. Absent when there is none.',
)

export const CopyOf = id(
  'The flight whose track this is, at another time or in another place: moved, turned, mirrored or with fewer fixes. That one counts. Absent when there is none.',
)

export const Overlaps = id(
  'Another flight of the pilot at the same time. One pilot is in one place: of the two the one that was uploaded first counts, until the pilot says otherwise. Absent when there is none.',
)

export const NotCounted = Type.Object(
  {
    reason: Type.Enum(['twin', 'copy', 'overlap', 'cut-short', 'no-flight', 'pilot'], {
      type: 'string',
      description:
        'twin: another recording of a flight that counts, by a second instrument; copy: the track of a flight that counts, at another time or in another place; overlap: another flight at the same time counts; cut-short, no-flight: as recording says; pilot: the pilot has left it out. Others may be added.',
      examples: ['copy'],
    }),
    flightId: Type.Optional(id('The flight that counts instead: for twin, copy and overlap.')),
  },
  { title: 'NotCounted', description: 'Why a flight does not count. Absent from one that counts.' },
)
export type NotCounted = Static<typeof NotCounted>

const whichCount = ['counted', 'all'] as const
export type Counting = (typeof whichCount)[number]

/** In queries: lists show all flights unless they are asked otherwise, and sums are of those that count. */
export const countingOf = (fallback: Counting) =>
  Type.Optional(
    Type.Enum([...whichCount], {
      type: 'string',
      default: fallback,
      description:
        'counted: only flights that count (flightInfo.notCounted says why one does not); all: the others, too.',
    }),
  )

/** In statistics, records, and lists of flights that count. */
export const LeftOut = Type.Integer({
  minimum: 0,
  description:
    'The number of flights that do not count and are left out here; each says why (flightInfo.notCounted).',
  examples: [2],
})

/** In a flight's metadata. */
export const IsCounted = Type.Boolean({
  description: `${sentence} A recording that is not complete does not, nor does a second one or a copy of the same flight or another flight at the same time, unless the pilot says so; flightInfo.notCounted has the reason.`,
  examples: [true],
})

/** In a correction. */
export const NewIsCounted = Type.Unsafe<boolean | null>({
  type: ['boolean', 'null'],
  description: `${sentence} Null: as its recording says, and whether there is another of the same flight or at the same time.`,
  examples: [true],
})

/** The members in a flight's metadata. */
export const countingMembers = {
  isCounted: Type.Optional(IsCounted),
  recording: Type.Optional(Recording),
  sameFlightAs: Type.Optional(SameFlightAs),
  copyOf: Type.Optional(CopyOf),
  overlaps: Type.Optional(Overlaps),
}
