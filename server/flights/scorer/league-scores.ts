// A stored flight under the rules of several leagues.
import { chooseRules } from '#scoring/leagues/league.ts'
import { summarisePart } from '#igc/flight/summary.ts'
import type { ReadBuffer } from '#igc/read.ts'
import { findRefusal } from '#scoring/leagues/refusal.ts'
import { scoreAll } from '#scoring/score.ts'
import { warnOfSilence } from '#scoring/unrecorded.ts'
import { loadPlaces } from '../takeoffs/places.ts'
import type { StoredTrack } from '../record/findings.ts'
import type { LeagueScores, LeagueTask } from '../record/services.ts'
import { readLaunched } from './analyse.ts'
import { threadClock } from './thread-clock.ts'

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
