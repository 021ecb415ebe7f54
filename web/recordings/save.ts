// Saves what the pilot writes on a flight.
import type { Flight, FlightCorrection } from '#contract/flight.ts'
import { patch } from '../parts/api.ts'
import { forgetFlights } from '../parts/load.ts'

export interface OwnProps {
  flight: Flight
  onChange: (flight: Flight) => void
}

export async function saveCorrection(
  { flight, onChange }: OwnProps,
  change: FlightCorrection,
): Promise<void> {
  const { data } = await patch<{ data: Flight }>(`/flights/${flight.id}`, change)
  onChange(data)
  forgetFlights('lists')
}
