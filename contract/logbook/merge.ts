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
    description: 'What is merged into the flight. Where the two have another visibility, say which holds.',
    additionalProperties: false,
  },
)
export type FlightMerge = Static<typeof FlightMerge>
