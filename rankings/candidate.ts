// A flight among which is chosen, as far as the rules can see it.
import type { RankingFlight } from '#contract/clubs/proof.ts'
import type { QuotaKind } from '#contract/clubs/words.ts'
import type { Place } from './places.ts'

/** A flight with what places are computed from. */
export interface ChosenFlight {
  readonly id: string
  readonly value: number
  readonly date: string
}

export interface Candidate extends ChosenFlight {
  readonly values: Readonly<Record<QuotaKind, string | null>>
  readonly place: Place | null
}

/** The best first; of equal ones the earlier. */
export function compareFlights(a: ChosenFlight, b: ChosenFlight): number {
  return b.value - a.value || compareTexts(a.date, b.date) || compareTexts(a.id, b.id)
}

export const addValues = (flights: readonly ChosenFlight[]) =>
  flights.reduce((sum, { value }) => sum + value, 0)

export const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

export function toCandidate(flight: RankingFlight, value: number): Candidate {
  const { id, date, type, takeoff, country, class: wing } = flight
  const values = { type, takeoff: takeoff?.id ?? null, country, class: wing, day: date }
  return { id, value, date, values, place: takeoff }
}
