// Which recordings count as flights.
import { Type } from 'typebox'
import { id } from '../values.ts'

export const Recording = Type.Enum(['complete', 'cut-short', 'no-flight'], {
  title: 'Recording',
  type: 'string',
  description:
    'Whether the file holds its flight to the end: complete; cut-short, it ends in the air; no-flight, nothing in it flies. Absent from flights of earlier releases that have not been scored again.',
  examples: ['complete'],
})

const sentence =
  'Whether the flight counts in totals, statistics, seasons, records, a glider’s hours and the public profile.'

export const SameFlightAs = id(
  'The flight of which this is another recording, by a second instrument: at most times both were in the same place. That one counts. Absent when there is none.',
)

/** In a flight's metadata. */
export const IsCounted = Type.Boolean({
  description: `${sentence} A recording that is not complete does not, nor does a second one of the same flight, unless the pilot says so.`,
  examples: [true],
})

/** In a correction. */
export const NewIsCounted = Type.Unsafe<boolean | null>({
  type: ['boolean', 'null'],
  description: `${sentence} Null: as its recording says, and whether there is another of the same flight.`,
  examples: [true],
})
