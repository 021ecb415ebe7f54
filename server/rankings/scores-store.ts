// What a job has computed of entered flights: scores by other leagues, and findings in their files.
import type { RankingFlight } from '#contract/clubs/proof.ts'
import type { FileTrigger } from '#contract/clubs/words.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { RankableFlight } from '#server/events/pilots-flights.ts'
import type { CheckVersion } from './sources.ts'

export type Units = { readonly units: number; readonly decimals: number }

export interface LeagueValues {
  readonly rules: string
  readonly type: RankingFlight['type']
  readonly points: Units
  readonly km: Units
}

export interface KeptScore {
  readonly flightId: string
  /** The id of a league; or `finding:` and its name. */
  readonly kind: string
  /** File and date of the flight. */
  readonly madeOf: string
  readonly madeBy: string
  /** JSON; null where the league has no rules for the flight. */
  readonly result: string | null
  readonly failedAt: number | null
}

/** A result that was found in a file. */
export interface KeptCheck {
  readonly isFound: boolean | null
  readonly version: CheckVersion
}

export const kindOfFinding = (finding: FileTrigger) => `finding:${finding}`
/** Another file or date is scored again. */
export const nameScored = ({ hash, date }: Pick<RankableFlight, 'hash' | 'date'>) => `${hash} ${date}`

export function listScores(sql: Sql, ownerIds: readonly string[]): Promise<KeptScore[]> {
  return sql<KeptScore>`
    select r.flight_id as "flightId", r.kind, r.made_of as "madeOf", r.made_by as "madeBy", r.result,
      r.failed_at as "failedAt"
    from flights f join ranking_scores r on r.flight_id = f.id where f.owner_id in (${paddedList(ownerIds)})`
}

/** Nothing where the flight is gone by now. */
export async function putScore(
  sql: Sql,
  { flightId, kind, madeOf, madeBy, result, failedAt }: KeptScore,
): Promise<void> {
  await sql`
    insert into ranking_scores (flight_id, kind, made_of, made_by, result, failed_at)
    select id, ${kind}, ${madeOf}, ${madeBy}, ${result}, ${failedAt} from flights where id = ${flightId}
    on conflict (flight_id, kind) do update set made_of = excluded.made_of, made_by = excluded.made_by,
      result = excluded.result, failed_at = excluded.failed_at`
}
