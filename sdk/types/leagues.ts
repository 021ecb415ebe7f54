// Written by scripts/sdk/types.ts from contract/; not by hand.
import type { Certificate } from './certificate.ts'

export type LeagueRules = {
  /** Names the rules among those of the league. */
  version: string
  /** The first day for which they are known to hold. */
  validFrom: string | null
  /** The last day for which they are known to hold; null when they still do. */
  validTo: string | null
  /** Take-off must be in one of these; null: anywhere. ISO 3166-1 alpha-2. */
  countries: Array<string> | null
  /** Take-off must not be in one of these. ISO 3166-1 alpha-2. */
  exceptCountries: Array<string> | null
  /** A flight scores the best that any of them gives. */
  categories: Array<{
    /** One of: Free Flight, Straight Distance, Free Triangle, FAI Triangle, Closed Free Triangle, Closed FAI Triangle, Out and Return, None. By the rules of XContest there is no Straight Distance and no Out and Return. */
    type: string
    /** open: start, up to three turnpoints, finish. straight: start and finish. triangle: three turnpoints. out-and-return: twice the leg between two turnpoints. start-and-return: twice the leg from the start to a turnpoint. */
    shape: 'open' | 'straight' | 'triangle' | 'out-and-return' | 'start-and-return'
    /** Points per kilometre. */
    multiplier: number
    /** The least scored distance. In kilometres. */
    minimumKm: number
    /** Share of the perimeter that no side of a triangle may fall below. */
    minimumSideShare: number
    /** Share of the perimeter that no side of a triangle may exceed. */
    maximumSideShare: number
    /** How near the finish must come to the start; null for flights that need not close. */
    closing: {
      /** Of the length of the course. */
      share: number
      /** Allowed whatever the length; the larger of both counts. In kilometres. */
      fixedKm: number
      /** Up to this nothing is deducted; beyond it the whole gap is. In kilometres. */
      freeKm: number
    } | null
  }>
  /** Decimals of a kilometre to which the distance is rounded before it is multiplied. */
  distanceDecimals: number
  /** Decimals to which points are rounded. */
  scoreDecimals: number
  /** Points that a flight needs to count in the ranking; the score does not depend on it. */
  minimumPoints: number | null
  /** Marks with which a flight gets no points by these rules. */
  refuses: Array<'implausible-speed' | 'unrecorded' | 'repeated-track' | 'no-altitude'>
  /** By certification class of the wing: what the score is multiplied by. */
  wingFactors: Record<string, number> | null
  /** How well they are known. regulation: the league’s own page or regulation was read. program: a program that implements the league. operator: added by the operator of this installation. */
  basis: 'regulation' | 'program' | 'operator'
  /** Where they are from. */
  sources: Array<string>
  /** What else to know of them. */
  notes: string | null
}

export type League = {
  /** The id of the league. */
  id: string
  /** Its name. */
  name: string
  /** Whether the scoring of flights is by this league, by its latest rules whatever their date. */
  isDefault: boolean
  /** The first day of its season, month and day; null when it changes or is not known. */
  seasonStart: string | null
  /** From the earliest to the latest. */
  rules: Array<LeagueRules>
}

export type ScoresQuery = {
  /** Ids of leagues separated by commas, or all; the default league when it is left out. */
  league?: string
  /** The certification class of the wing, for leagues with wing factors. */
  wing?: string
}

export type LeagueScore = {
  /** The id of the league. */
  league: string
  /** Its name. */
  name: string
  /** The score and its proof; null when the league has no rules for the flight, or gives it no points for one of its marks. */
  certificate: Certificate | null
  /** With the wing’s factor; null when the rules have none for the class, or none was asked for. */
  wing: {
    /** The class that was asked for. */
    class: string
    /** Its factor. */
    factor: number
    /** Points: the score times the factor. */
    score: number
  } | null
  /** Why there is no certificate, in a sentence; null when there is one. */
  reason: string | null
}
