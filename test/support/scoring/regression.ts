// Scores against scores of another revision of the solver: what is lower, and whose proof is lost.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtInLeagues, newestRules } from '#scoring/leagues/leagues.ts'
import type { Track } from '#igc/track.ts'
import { scoreAll, type Score } from '#scoring/score.ts'

/** The server's default; of CPU, so a busy machine changes nothing. */
const DEADLINE_MS = 2000
const FILE = join(import.meta.dirname, 'reference-scores.tsv')

/** By flight: the points under each of the leagues, all proven. */
export interface References {
  leagues: string[]
  flights: Record<string, number[]>
}

export type Outcome = Pick<Score, 'score' | 'proven'>

export const leagueIds = builtInLeagues.map(({ id }) => id)
export const newestOfEach = builtInLeagues.map(newestRules)

export function cpuClock(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** By every league, in their order. */
export function scoreByAll(track: Track, range: { from?: number; to?: number } = {}): Score[] {
  return scoreAll(track, newestOfEach, { deadlineMs: DEADLINE_MS, clock: cpuClock, ...range })
}

export function readReferences(): References {
  const rows = readFileSync(FILE, 'utf8').trimEnd().split('\n')
  const [[, ...leagues], ...flights] = rows.map((row) => row.split('\t')) as [string[], ...string[][]]
  return {
    leagues,
    flights: Object.fromEntries(flights.map(([name, ...scores]) => [name!, scores.map(Number)])),
  }
}

export function writeReferences(flights: Record<string, number[]>): void {
  const rows = Object.entries(flights).map(([name, scores]) => [name, ...scores])
  const lines = [['flight', ...leagueIds], ...rows].map((row) => row.join('\t'))
  writeFileSync(FILE, `${lines.join('\n')}\n`)
}

/** In sentences, league by league: where a score is lower than before, or no longer proven. Empty when all is well. */
export function findLosses(flight: string, before: readonly Outcome[], now: readonly Outcome[]): string[] {
  return now.flatMap(({ score, proven }, i) => {
    const known = before[i]
    if (known === undefined) return []
    const where = `${flight}, ${leagueIds[i]}`
    const lower = score < known.score ? [`${where}: ${score} points, not ${known.score}`] : []
    const lost = known.proven && !proven ? [`${where}: no longer proven`] : []
    return [...lower, ...lost]
  })
}
