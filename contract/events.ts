// The events that webhooks receive.
import { type Static, Type } from 'typebox'
import { ScoringType } from './certificate.ts'
import { id, moment, orNull } from './values.ts'

export const eventNames = ['flight.uploaded', 'flight.deleted', 'flight.updated'] as const
/** What a webhook is sent unless it asks for others: an event that came later surprises nobody. */
export const defaultEventNames: readonly string[] = ['flight.uploaded', 'flight.deleted']

const envelope = {
  occurredAt: moment('When it happened.'),
  user: Type.Object({ id: id('The id of the user who owns the flight.') }),
}

const flight = Type.Object({
  id: id('The id of the flight.'),
  hash: Type.String({ description: 'SHA-256 of the uploaded bytes, in hexadecimal.' }),
  date: orNull(Type.String({ format: 'date', description: 'The local date at take-off.' })),
  distance: orNull(Type.Number({ description: 'Scored distance in kilometres.' })),
  score: orNull(Type.Number({ description: 'Points.' })),
  type: orNull(ScoringType),
  gliderType: orNull(Type.String({ description: 'Make and model of the glider.' })),
  durationSeconds: orNull(Type.Number({ description: 'Time from take-off to landing, in seconds.' })),
})

export const FlightUploaded = Type.Object(
  { event: Type.Literal('flight.uploaded'), ...envelope, flight },
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

/** The flight was corrected, or scored again: as it is now. */
export const FlightUpdated = Type.Object(
  { event: Type.Literal('flight.updated'), ...envelope, flight },
  { title: 'FlightUpdated' },
)
export type FlightUpdated = Static<typeof FlightUpdated>

export type Envelope = FlightUploaded | FlightDeleted | FlightUpdated
