// Scores for rankings: by any league, of what others see of a flight, with time enough for a proof.
import { RANGE_VERSION } from '#igc/flight/flight-range.ts'
import { SOLVER_VERSION } from '#scoring/certificate.ts'
import type { LeagueValues, RankableScores } from '#server/events/pilots-flights.ts'
import { toValues } from '../read/for-others.ts'
import type { ScoredByLeague } from '../record/services.ts'
import { findOwnFlight, type FoundFlight } from '../sharing/store.ts'
import type { SharedReader } from '../sharing/shared-flight.ts'
import { PROOF_MS } from '../scorer/scorer.ts'
import { digest, type Leagues } from './leagues.ts'
import type { LeagueServices } from './scores.ts'

/** Of each league: changes with its rules and with how files are read and scored. */
export function nameScoreVersions({ all }: Leagues): Map<string, string> {
  return new Map(all.map((league) => [league.id, [RANGE_VERSION, SOLVER_VERSION, digest(league)].join('.')]))
}

/** In the threads to which the machine prefers all others. */
export async function scoreRankable(
  services: LeagueServices,
  reader: SharedReader,
  ownerId: string,
  flightId: string,
  leagues: readonly string[],
): Promise<RankableScores | undefined> {
  const found = await findOwnFlight(services.db.sql, ownerId, flightId)
  if (!found) return undefined
  const { row, zoneIds } = found
  const zones = zoneIds.length > 0 ? zoneIds.join(' ') : null
  const named = { hash: row.hash, date: row.flight_date, zones }
  if (await reader.isHidden(found)) return { ...named, seconds: null, scores: leagues.map(() => null) }
  const { track } = await reader.summarise(found)
  const scores = await scoreShown(services, reader, found, leagues)
  return { ...named, seconds: track.duration, scores: scores.map(toRankable) }
}

async function scoreShown(
  { leagues: { all }, scorer }: LeagueServices,
  reader: SharedReader,
  found: FoundFlight,
  leagues: readonly string[],
): Promise<readonly ScoredByLeague[]> {
  if (leagues.length === 0) return []
  const chosen = leagues.map((id) => all.find((league) => league.id === id)!)
  const task = { date: found.row.flight_date, leagues: chosen }
  const { scores } = await scorer.scoreByLeagues(
    found.row.owner_id,
    await reader.openTrack(found),
    task,
    PROOF_MS,
  )
  return scores
}

/** A refused flight has no points by the rules, whatever its course. */
function toRankable({ rules, score, refusal }: ScoredByLeague): LeagueValues | null {
  if (!rules || !score) return null
  return toValues(rules, refusal === null ? score : { ...score, type: 'None', score: 0, distanceKm: 0 })
}
