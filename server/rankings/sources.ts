// From other features, composed in app.ts and work.ts: pilots' flights.
import type { FileTrigger } from '#contract/clubs/words.ts'
import type {
  Days,
  IsFound,
  OwnFlight,
  RankableChecks,
  RankableFlight,
  RankableScores,
} from '#server/events/pilots-flights.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'

/** The data of the installation, as they are now. */
export interface CheckData {
  has(trigger: FileTrigger): boolean
  /** What is found by another version is looked for again. */
  versionOf(trigger: FileTrigger, date: string, isFound: IsFound): string
}

export interface FlightSource {
  /** Public ones that count, of several pilots. */
  list(sql: Sql, ownerIds: readonly string[], days: Days): Promise<RankableFlight[]>
  /** What everyone may see of them: all public ones, and whether zones of the pilot may cut them. */
  listPublic(
    sql: Sql,
    ownerIds: readonly string[],
    days: Days,
  ): Promise<Pick<RankableFlight, 'id' | 'zones'>[]>
  listOwn(sql: Sql, ownerId: string, days: Days): Promise<OwnFlight[]>
  /** By id or by hash. */
  find(sql: Sql, ownerId: string, reference: string): Promise<{ id: string; flightDate: string } | undefined>
  /** That of the installation, by which flights are scored when they are uploaded. */
  readonly leagueId: string
  /** By the id of each league: scores by another version are computed again. */
  readonly scoreVersions: ReadonlyMap<string, string>
  /** Scores a flight as others see it, by leagues that are known; undefined when the flight is gone. */
  score(ownerId: string, flightId: string, leagues: readonly string[]): Promise<RankableScores | undefined>
  openChecks(): Promise<CheckData>
  /** Reads a file for findings; undefined when the flight is gone. */
  check(
    ownerId: string,
    flightId: string,
    triggers: readonly FileTrigger[],
  ): Promise<RankableChecks | undefined>
}

export interface RankingServices extends Services {
  readonly rankable: FlightSource
}
