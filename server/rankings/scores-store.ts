// Stores what a job has computed for entered flights: the part that zones leave, scores, and findings in their files.
import type { FileTrigger } from '#contract/clubs/words.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { RankableFlight } from '#server/events/pilots-flights.ts'

export interface KeptScore {
  readonly flightId: string
  /** The id of a league; `finding:` and its name; or `SHOWN`. */
  readonly kind: string
  /** File and date of the flight, and the zones that may cut it; empty before it could be made. */
  readonly madeOf: string
  readonly madeBy: string
  /** JSON; null where the league has no rules for the flight, where zones leave nothing of it, and before it could be made. */
  readonly result: string | null
  readonly failedAt: number | null
}

/** What others see of a flight. */
export interface ShownPart {
  readonly seconds: number
}

export const SHOWN = 'shown:'
export const kindOfFinding = (finding: FileTrigger) => `finding:${finding}`
export const isOfFinding = ({ kind }: KeptScore) => kind.startsWith('finding:')
/** What is found in a file is found again in another file, and on another date. */
export const nameChecked = ({ hash, date }: Pick<RankableFlight, 'hash' | 'date'>) => `${hash} ${date}`
/** What others see of a flight is scored again behind other zones, too. */
export const nameScored = (flight: Pick<RankableFlight, 'hash' | 'date' | 'zones'>) =>
  flight.zones === null ? nameChecked(flight) : `${nameChecked(flight)} ${flight.zones}`

export function listScores(sql: Sql, ownerIds: readonly string[]): Promise<KeptScore[]> {
  return sql<KeptScore>`
    select r.flight_id as "flightId", r.kind, r.made_of as "madeOf", r.made_by as "madeBy", r.result,
      r.failed_at as "failedAt"
    from flights f join ranking_scores r on r.flight_id = f.id where f.owner_id in (${paddedList(ownerIds)})`
}

/** Nothing where the flight is gone by now. */
export async function putScore(
  sql: Sql,
  { flightId, kind, madeOf, madeBy, result }: Omit<KeptScore, 'failedAt'>,
): Promise<void> {
  await sql`
    insert into ranking_scores (flight_id, kind, made_of, made_by, result)
    select id, ${kind}, ${madeOf}, ${madeBy}, ${result} from flights where id = ${flightId}
    on conflict (flight_id, kind) do update set made_of = excluded.made_of, made_by = excluded.made_by,
      result = excluded.result, failed_at = null`
}

/** What was made before stays until the next try. */
export async function noteFailure(sql: Sql, flightId: string, kind: string, nowMs: number): Promise<void> {
  await sql`
    insert into ranking_scores (flight_id, kind, made_of, made_by, failed_at)
    select id, ${kind}, '', '', ${nowMs} from flights where id = ${flightId}
    on conflict (flight_id, kind) do update set failed_at = excluded.failed_at`
}
