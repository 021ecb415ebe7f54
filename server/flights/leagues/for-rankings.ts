// Scores for rankings: by any league, of the flight of its pilot, with time enough for a proof.
import { RANGE_VERSION } from '#igc/flight/flight-range.ts'
import { SOLVER_VERSION } from '#scoring/certificate.ts'
import type { Score } from '#scoring/score.ts'
import { findNames } from '../record/store.ts'
import type { ScoredByLeague } from '../record/services.ts'
import { PROOF_MS } from '../scorer/scorer.ts'
import { digest, type Leagues } from './leagues.ts'
import { type LeagueServices, scoreFlight } from './scores.ts'

/** Of each league: changes with its rules and with how files are read and scored. */
export function nameScoreVersions({ all }: Leagues): Map<string, string> {
  return new Map(all.map((league) => [league.id, [RANGE_VERSION, SOLVER_VERSION, digest(league)].join('.')]))
}

export interface RankableScores {
  readonly hash: string
  readonly date: string
  readonly scores: readonly (RankableScore | null)[]
}

export interface RankableScore {
  readonly certificate: Score
  readonly scoreDecimals: number
  readonly distanceDecimals: number
  readonly isRefused: boolean
}

/** In the threads to which the machine prefers all others. */
export async function scoreRankable(
  services: LeagueServices,
  ownerId: string,
  flightId: string,
  leagues: readonly string[],
): Promise<RankableScores | undefined> {
  const flight = await findNames(services.db.sql, ownerId, flightId)
  if (!flight) return undefined
  const chosen = leagues.map((id) => services.leagues.all.find((league) => league.id === id)!)
  const { scores } = await scoreFlight(services, ownerId, flight, chosen, PROOF_MS)
  return { hash: flight.hash, date: flight.flightDate, scores: scores.map(toRankable) }
}

function toRankable({ rules, score, refusal }: ScoredByLeague): RankableScore | null {
  if (!rules || !score) return null
  const { scoreDecimals, distanceDecimals } = rules
  return { certificate: score, scoreDecimals, distanceDecimals, isRefused: refusal !== null }
}
