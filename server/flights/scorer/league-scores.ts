// A stored flight under the rules of several leagues.
import { chooseRules, type League, type LeagueRules } from '#scoring/leagues/league.ts'
import { summariseFlight } from '#igc/flight/summary.ts'
import type { ReadBuffer } from '#igc/read.ts'
import { findRefusal } from '#scoring/leagues/refusal.ts'
import { type Score, scoreAll } from '#scoring/score.ts'
import { loadPlaces } from '../takeoffs/places.ts'
import { readLaunched, type StoredTrack } from './analyse.ts'
import { threadClock } from './thread-clock.ts'

export interface LeagueTask {
  /** The local date at take-off. */
  date: string
  leagues: readonly League[]
}

export interface ScoredByLeague {
  league: string
  name: string
  /** Those for its date and country; null when the league has none. */
  rules: LeagueRules | null
  score: Score | null
  /** Why the rules give it no points, whatever its course; null when they do. */
  refusal: string | null
}

export interface LeagueScores {
  /** Of take-off. */
  country: string | null
  /** In the order of the leagues. */
  scores: ScoredByLeague[]
}

export async function scoreStored(
  task: StoredTrack & LeagueTask & { deadlineMs: number },
  buffer: ReadBuffer,
): Promise<LeagueScores> {
  const { date, leagues, deadlineMs } = task
  const describePlace = await loadPlaces()
  const file = readLaunched(task, buffer)
  const { track } = file
  if (!track) throw new Error('a stored file can no longer be read')
  const { range, takeoff, warnings } = summariseFlight({ ...file, track })
  const { country } = describePlace(takeoff.lat, takeoff.lng)
  const chosen = leagues.map((league) => ({ league, rules: chooseRules(league, { date, country }) ?? null }))
  const rulesList = chosen.flatMap(({ rules }) => rules ?? [])
  const limits = { deadlineMs, clock: threadClock }
  const scores = scoreAll(track, rulesList, { ...limits, ...(range ?? { from: 0, to: 0 }) })
  return {
    country,
    scores: chosen.map(({ league, rules }) => ({
      league: league.id,
      name: league.name,
      rules,
      score: rules && scores[rulesList.indexOf(rules)]!,
      refusal: (rules && findRefusal(rules, warnings)) ?? null,
    })),
  }
}
