// A stored flight under the rules of several leagues.
import { chooseRules, type League, type LeagueRules } from '#scoring/leagues/league.ts'
import { summarisePart } from '#igc/flight/summary.ts'
import type { ReadBuffer } from '#igc/read.ts'
import { findRefusal } from '#scoring/leagues/refusal.ts'
import { type Score, scoreAll } from '#scoring/score.ts'
import { warnOfSilence } from '#scoring/unrecorded.ts'
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
  const part = readLaunched(task, buffer)
  const { file, flight: range = { from: 0, to: 0 } } = part
  const { track } = file
  const { country } = describePlace(track.latitude[range.from]!, track.longitude[range.from]!)
  const { warnings } = summarisePart(part)
  const chosen = leagues.map((league) => ({ league, rules: chooseRules(league, { date, country }) ?? null }))
  const rulesList = chosen.flatMap(({ rules }) => rules ?? [])
  const limits = { deadlineMs, clock: threadClock }
  const scores = scoreAll(track, rulesList, { ...limits, ...range })
  return {
    country,
    scores: chosen.map(({ league, rules }) => {
      const score = rules && scores[rulesList.indexOf(rules)]!
      const refusal = score && findRefusal(rules, [...warnings, ...warnOfSilence(file, score)])
      return { league: league.id, name: league.name, rules, score, refusal: refusal ?? null }
    }),
  }
}
