// Events lose what they tell of a person when the account is deleted. Every event says how: the types ask for it.
import type { EventName } from '#contract/event-names.ts'
import type { Envelope, EventForward, FlightUploaded } from '#contract/events.ts'

type Told<Name extends EventName> = Extract<Envelope, { event: Name }>
type Eraser<Name extends EventName> = (envelope: Told<Name>) => Told<Name>
const asItIs = null

/** As much as flight.deleted tells of a flight. */
const eraseFlight = ({ id, hash }: FlightUploaded['flight']): FlightUploaded['flight'] => ({
  id,
  hash,
  date: null,
  distance: null,
  score: null,
  type: null,
  gliderType: null,
  durationSeconds: null,
})

/** The service's words may name the pilot, and its link leads to the flight. */
const eraseForward = (forward: EventForward): EventForward => ({
  ...forward,
  foreignId: null,
  link: null,
  words: null,
})

/** The envelope still fits the contract. `asItIs`: it has ids and decisions alone. */
const erasers: { [Name in EventName]: Eraser<Name> | typeof asItIs } = {
  'flight.uploaded': (told) => ({ ...told, flight: eraseFlight(told.flight) }),
  'flight.updated': (told) => ({ ...told, flight: eraseFlight(told.flight) }),
  'flight.deleted': asItIs,
  'connection.ended': asItIs,
  'entry.decided': asItIs,
  'season.closed': asItIs,
  'forward.delivered': (told) => ({ ...told, forward: eraseForward(told.forward) }),
  'forward.failed': (told) => ({ ...told, forward: eraseForward(told.forward) }),
}

/** Undefined when it stays as it is. */
export function erasePayload(event: string, payload: string): string | undefined {
  const erase = erasers[event as EventName] as ((envelope: unknown) => Envelope) | typeof asItIs | undefined
  return erase ? JSON.stringify(erase(JSON.parse(payload))) : undefined
}
