// A league: its rule sets by season and region.
import type { Rules } from '../rules.ts'

/** Where take-off must be for a rule set to hold. ISO 3166-1 alpha-2, upper case. */
export type Region =
  | { readonly countries: readonly string[] }
  /** Everywhere but in these. */
  | { readonly except: readonly string[] }

export interface LeagueRules extends Rules {
  /** First and last day, both included; null where there is none. */
  readonly validFrom: string | null
  readonly validTo: string | null
  /** Null when take-off may be anywhere. */
  readonly region: Region | null
  /**
   * How well they are known. regulation: the league's own page or regulation was read. program: a program that
   * implements the league. operator: added by the operator of the installation.
   */
  readonly basis: 'regulation' | 'program' | 'operator'
  /** Points that a flight needs to count in the ranking; the score does not depend on it. */
  readonly minimumPoints: number | null
  /** By certification class of the wing: what a finished score is multiplied by. */
  readonly wingFactors: Readonly<Record<string, number>> | null
  /** Parts of the rules that are not covered here, in sentences. */
  readonly notes: string | null
}

export interface League {
  readonly id: string
  readonly name: string
  /** First day of the season, month and day; null where it changes or is not known. */
  readonly seasonStart: string | null
  /** From the earliest to the latest. */
  readonly rules: readonly LeagueRules[]
}

type Row = Pick<LeagueRules, 'version' | 'validFrom' | 'sources' | 'categories'> & Partial<LeagueRules>

/** A row with what most of them have. */
export function defineLeague(
  league: Pick<League, 'id' | 'name' | 'seasonStart'>,
  rows: readonly Row[],
): League {
  const rules = rows.map((row) => ({
    name: league.name,
    validTo: null,
    region: null,
    basis: 'regulation' as const,
    minimumPoints: null,
    wingFactors: null,
    notes: null,
    refuses: [],
    distanceDecimals: 2,
    scoreDecimals: 2,
    ...row,
  }))
  return { ...league, rules }
}

/** The rule set for a flight of that local date and country of take-off; undefined when the league has none. */
export function chooseRules(
  { rules }: League,
  flight: { date: string; country: string | null },
): LeagueRules | undefined {
  return rules.find(
    ({ validFrom, validTo, region }) =>
      (validFrom === null || validFrom <= flight.date) &&
      (validTo === null || flight.date <= validTo) &&
      isInside(region, flight.country),
  )
}

function isInside(region: Region | null, country: string | null): boolean {
  if (region === null) return true
  // No country is home over the high seas.
  if ('countries' in region) return country !== null && region.countries.includes(country)
  return country === null || !region.except.includes(country)
}
