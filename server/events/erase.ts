import type { FlightUpdated, FlightUploaded } from '#contract/events.ts'

/** Whether it tells more than that the flight was deleted. */
export function tellsOfFlight(event: string): boolean {
  return event === 'flight.uploaded' || event === 'flight.updated'
}

/** Reduces an envelope to what flight.deleted tells of a flight; it still fits the contract. */
export function erasePayload(payload: string): string {
  const envelope = JSON.parse(payload) as FlightUploaded | FlightUpdated
  const { id, hash } = envelope.flight
  const flight: FlightUploaded['flight'] = {
    id,
    hash,
    date: null,
    distance: null,
    score: null,
    type: null,
    gliderType: null,
    durationSeconds: null,
  }
  return JSON.stringify({ ...envelope, flight })
}
