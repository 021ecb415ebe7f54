// A flight among which is chosen, as far as the rules can see it.
import type { RankingEntry } from '#contract/clubs/proof.ts'
import type { QuotaKind } from '#contract/clubs/words.ts'
import type { Place } from './places.ts'

/** A flight with what places are computed from. */
export interface ChosenFlight {
  readonly id: string
  readonly figure: number
  readonly date: string
}

export interface Candidate extends ChosenFlight {
  readonly values: Readonly<Record<QuotaKind, string | null>>
  readonly place: Place | null
}

/** The best first; of equal ones the earlier. */
export function compareFlights(a: ChosenFlight, b: ChosenFlight): number {
  return b.figure - a.figure || compareTexts(a.date, b.date) || compareTexts(a.id, b.id)
}

export const addFigures = (flights: readonly ChosenFlight[]) =>
  flights.reduce((sum, { figure }) => sum + figure, 0)

export const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

export function toCandidate(entry: RankingEntry, figure: number): Candidate {
  const { id, date, type, takeoff, country, class: wing } = entry
  const values = { type, takeoff: takeoff?.id ?? null, country, class: wing, day: date }
  return { id, figure, date, values, place: takeoff }
}
