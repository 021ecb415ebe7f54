// Two recordings of one flight become one.
import { type Static, Type } from 'typebox'
import { FlightCorrection } from '../flight.ts'
import { id } from '../values.ts'

export const FlightMerge = Type.Object(
  {
    otherFlightId: Type.String({
      ...id('The other recording of the same flight. It is deleted.'),
      examples: ['68f0a1b2c3d4e5f6a7b8c9d1'],
    }),
    visibility: FlightCorrection.properties.visibility,
  },
  {
    title: 'FlightMerge',
    description:
      'The recording that is merged into the flight. If the two have different visibilities, say which one applies.',
    additionalProperties: false,
  },
)
export type FlightMerge = Static<typeof FlightMerge>
