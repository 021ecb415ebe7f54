// A pilot's flights as other features read them: forwards and rankings ask for them, flights answers, and neither imports
// the other.
import type { RankingFlight } from '#contract/clubs/proof.ts'
import type { FileTrigger } from '#contract/clubs/words.ts'
import type { GliderClass } from '#contract/logbook/glider-classes.ts'
import type { Visibility } from '#contract/sharing/visibility-names.ts'

interface PilotsFlight {
  readonly id: string
  readonly changeNumber: number
  /** The local day, as YYYY-MM-DD. */
  readonly date: string
  readonly uploadedAt: number
  readonly class: GliderClass | null
}

/** A complete recording that counts. */
export interface ForwardableFlight extends PilotsFlight {
  readonly distanceKm: number
  readonly points: number
  readonly visibility: Visibility
}

/** Forwardable flights: one, those from a day on, or so many that have changed since a change, in that order. */
export type Which = { id: string } | { since: string } | { after: number; max: number }

/** A public flight that counts in the logbook. */
export interface RankableFlight
  extends PilotsFlight, Pick<RankingFlight, 'country' | 'launchType' | 'signature'> {
  readonly ownerId: string
  /** Of the file. */
  readonly hash: string
  /** SHA-256 of its fixes. */
  readonly track: string
  /** By the league of the installation. */
  readonly values: LeagueValues
  /** Those of the pilot, which may cut what others see of the flight; null when there is none. */
  readonly zones: string | null
  readonly seconds: number
  readonly takeoff: NonNullable<RankingFlight['takeoff']>
}

/** In whole units of the last decimal of each. */
export interface LeagueValues extends Record<'points' | 'km', { units: number; decimals: number }> {
  readonly rules: string
  readonly type: RankingFlight['type']
}

/** Scores of what others see of a flight, by leagues, in the order that was asked for. */
export interface RankableScores extends Pick<RankableFlight, 'hash' | 'date' | 'zones'> {
  /** Null where zones leave nothing of the flight. */
  readonly seconds: number | null
  /** Null where the league has no rules for the flight, or where nothing of it is left. */
  readonly scores: readonly (LeagueValues | null)[]
}

/** Findings in the file of a flight, by those that were looked for. */
export interface RankableChecks extends Pick<RankableFlight, 'hash' | 'date'> {
  readonly checks: Partial<Record<FileTrigger, { isFound: IsFound; version: string }>>
}

/** Null where the data of the installation cannot tell. */
export type IsFound = boolean | null

/** Of the pilot's own, whoever sees it. */
export interface OwnFlight extends Pick<RankableFlight, 'id' | 'date'> {
  readonly isPublic: boolean
  /** Why it does not count in the logbook. */
  readonly uncounted: 'cut-short' | 'copy' | 'not-counted' | null
}

/** Both belong to them. */
export interface Days {
  readonly from: string
  readonly to: string
}
