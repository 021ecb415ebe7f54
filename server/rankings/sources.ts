// From other features, composed in app.ts and work.ts: a pilot's flights.
import type { Certificate } from '#contract/certificate.ts'
import type { RankingEntry } from '#contract/clubs/proof.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'

/** A flight that counts in the logbook. */
export interface SourceFlight extends Pick<
  RankingEntry,
  'date' | 'isPublic' | 'class' | 'country' | 'launchType' | 'signature'
> {
  readonly id: string
  readonly changeNumber: number
  /** Of the file. */
  readonly hash: string
  /** SHA-256 of its fixes. */
  readonly track: string
  /** By the league of the installation. */
  readonly certificate: Certificate
  readonly hasZones: boolean
  readonly uploadedAt: number
  readonly seconds: number
  readonly takeoff: NonNullable<RankingEntry['takeoff']>
}

export type FlightVersion = Pick<SourceFlight, 'id' | 'changeNumber' | 'class' | 'hasZones'>

export interface FlightSource {
  /** Enough to see which flights are other than they were. */
  listVersions(sql: Sql, ownerId: string, days: { from: string; to: string }): Promise<FlightVersion[]>
  list(sql: Sql, ownerId: string, ids: readonly string[]): Promise<SourceFlight[]>
  /** The one of the installation. */
  readonly league: { readonly id: string; readonly scoreDecimals: number; readonly distanceDecimals: number }
}

export interface RankingServices extends Services {
  readonly rankable: FlightSource
}
