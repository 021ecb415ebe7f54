// The events that webhooks receive.
import { type Static, Type } from 'typebox'
import { ScoringType } from './certificate.ts'
import { id, moment, orNull } from './values.ts'

export const eventNames = ['flight.uploaded', 'flight.deleted'] as const

const envelope = {
  occurredAt: moment('When it happened.'),
  user: Type.Object({ id: id('The id of the user who owns the flight.') }),
}

export const FlightUploaded = Type.Object(
  {
    event: Type.Literal('flight.uploaded'),
    ...envelope,
    flight: Type.Object({
      id: id('The id of the flight.'),
      hash: Type.String({ description: 'SHA-256 of the uploaded bytes, in hexadecimal.' }),
      date: orNull(Type.String({ format: 'date', description: 'The local date at take-off.' })),
      distance: orNull(Type.Number({ description: 'Scored distance in kilometres.' })),
      score: orNull(Type.Number({ description: 'Points.' })),
      type: orNull(ScoringType),
      gliderType: orNull(Type.String({ description: 'Make and model of the glider.' })),
      durationSeconds: orNull(Type.Number({ description: 'Time from take-off to landing, in seconds.' })),
    }),
  },
  { title: 'FlightUploaded' },
)
export type FlightUploaded = Static<typeof FlightUploaded>

export const FlightDeleted = Type.Object(
  {
    event: Type.Literal('flight.deleted'),
    ...envelope,
    flight: Type.Object({
      id: id('The id that the flight had.'),
      hash: orNull(Type.String({ description: 'SHA-256 of the uploaded bytes, in hexadecimal.' })),
    }),
  },
  { title: 'FlightDeleted' },
)
export type FlightDeleted = Static<typeof FlightDeleted>

export type Envelope = FlightUploaded | FlightDeleted
