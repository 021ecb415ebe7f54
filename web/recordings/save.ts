// Saves what the pilot writes on a flight.
import type { FlightRow } from '#dashboard/flights.ts'
import type { Flight, FlightCorrection } from '#sdk/types/flight.ts'
import { patch } from '../parts/api.ts'
import { forgetAnswers } from '../parts/load.ts'

export interface OwnProps {
  flight: Flight
  onChange: (flight: Flight) => void
}

export async function saveCorrection(
  { flight, onChange }: OwnProps,
  change: FlightCorrection,
): Promise<void> {
  const row = await patch<FlightRow>(`/flights/${flight.id}`, change)
  onChange(row.flight)
  forgetAnswers('/flights?')
}
