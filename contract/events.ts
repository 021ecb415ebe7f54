import { type Static, Type } from 'typebox'
import { orNull } from './values.ts'

export const eventNames = ['flight.uploaded', 'flight.deleted'] as const

const envelope = {
  occurredAt: Type.String({ format: 'date-time' }),
  user: Type.Object({ id: Type.String({ description: 'The owner of the flight.' }) }),
}

export const FlightUploaded = Type.Object(
  {
    event: Type.Literal('flight.uploaded'),
    ...envelope,
    flight: Type.Object({
      hash: Type.String(),
      date: orNull(Type.String({ format: 'date' })),
      distance: orNull(Type.Number({ description: 'Scored distance in kilometres.' })),
      score: orNull(Type.Number({ description: 'Points.' })),
      type: orNull(Type.String()),
      gliderType: orNull(Type.String()),
      durationSeconds: orNull(Type.Number()),
    }),
  },
  { title: 'FlightUploaded' },
)
export type FlightUploaded = Static<typeof FlightUploaded>

export const FlightDeleted = Type.Object(
  {
    event: Type.Literal('flight.deleted'),
    ...envelope,
    flight: Type.Object({ id: Type.String(), hash: orNull(Type.String()) }),
  },
  { title: 'FlightDeleted' },
)
export type FlightDeleted = Static<typeof FlightDeleted>

export type Envelope = FlightUploaded | FlightDeleted
