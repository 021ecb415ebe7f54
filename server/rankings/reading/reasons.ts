// Why flights count or do not: all of a pilot in one ranking, and one flight in all rankings of its pilot.
import type { FlightSeason, PilotRow } from '#contract/clubs/api.ts'
import { explain } from '#rankings/explain.ts'
import { type EntryState, findStanding, judge, type Judgement } from '#rankings/judge.ts'
import { findStates } from '#rankings/rank.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { toEntry, toState } from '../entries.ts'
import * as entries from '../entries-store.ts'
import * as results from '../results-store.ts'
import { listSeen, noSuchRanking, requireSeason } from '../season.ts'
import type { RankingServices } from '../sources.ts'
import * as store from '../store.ts'
import type { Season, SeasonPilot, StoredRanking } from '../store.ts'
import { showRow, toFigure } from './places.ts'

interface Known {
  readonly entry: entries.HeldEntry
  readonly state: EntryState
}

/** For all rankings of the season. */
async function listKnown(sql: Sql, pilot: SeasonPilot): Promise<Known[]> {
  const held = await entries.listEntries(sql, pilot.id)
  const decided = findStates(await entries.listDecisions(sql, { pilotId: pilot.id }, held))
  return held.map((entry) => ({ entry, state: toState(entry, pilot, decided) }))
}

const judgeKnown = (
  { terms }: Season,
  { rule }: StoredRanking,
  pilot: SeasonPilot,
  known: readonly Known[],
): Judgement[] =>
  known.map(({ entry, state }) =>
    judge(rule, toEntry(rule, entry, pilot), findStanding(terms, entry.facts, state)),
  )

/** Of another pilot only what the ranking shows: entered flights, of a public ranking the public ones. */
export async function showPilot(
  sql: Sql,
  season: Season,
  ranking: StoredRanking,
  { userId, maySeeFlights }: { userId: string; maySeeFlights: boolean },
  pilotId: string,
): Promise<PilotRow> {
  const pilot =
    pilotId === 'me' ? await store.findPilot(sql, season.id, userId) : await store.findPilotById(sql, pilotId)
  if (!pilot || pilot.seasonId !== season.id) throw noSuchRanking()
  const { rule } = ranking
  const isOwn = pilot.userId === userId && maySeeFlights
  const known = (await listKnown(sql, pilot)).filter((one) => isOwn || isShown(rule, one))
  const judgements = judgeKnown(season, ranking, pilot, known).toSorted(
    (a, b) => (b.figure ?? 0) - (a.figure ?? 0) || (a.entry.id < b.entry.id ? -1 : 1),
  )
  const keys = new Set(judgements.flatMap(({ reason, key }) => (reason === null ? [key!] : [])))
  const key = rule.group.by === 'pilot' ? pilot.id : ([...keys][0] ?? '')
  const members = await results.listMembers(sql, ranking.id, [...keys])
  const [row] = await results.listPage(sql, ranking.id, rule.ties ?? [], { offset: 0, limit: 1, key })
  const above = row && rule.group.by === 'pilot' ? await results.findSumAbove(sql, ranking.id, row.sum) : null
  const explained = explain(rule, key, judgements, members, above)
  const flightOf = new Map(known.map(({ entry: { id, flightId, facts } }) => [id, [flightId, facts.date]]))
  return {
    row: row ? showRow(row, await results.listNames(sql, [key]), ranking) : null,
    flights: explained.entries.map((told) => {
      const [flight, date] = flightOf.get(told.entry)!
      return { entry: told.entry, flight: isOwn ? flight! : null, date: date!, ...showTold(told, ranking) }
    }),
    neededToCount: toFigure(explained.neededToCount, ranking),
    neededToPass: explained.neededToPass === null ? null : toFigure(explained.neededToPass, ranking),
  }
}

const isShown = ({ audience }: StoredRanking['rule'], { entry, state }: Known) =>
  state !== 'not-entered' && (audience === 'members' || entry.facts.isPublic)

type Told = Pick<PilotRow['flights'][number], 'figure' | 'reason' | 'isNext'>

const showTold = ({ figure, reason, isNext }: Told, ranking: StoredRanking): Told => ({
  figure: figure === null ? null : toFigure(figure, ranking),
  reason,
  isNext,
})

export const noSuchFlight = () => notFound('There is no such flight.')

/** For its pilot: in the seasons of its day that were entered, and in those that may be. */
export async function listFlightRankings(
  services: RankingServices,
  userId: string,
  reference: string,
): Promise<FlightSeason[]> {
  const { db, rankable } = services
  const flight = await rankable.find(db.sql, userId, reference)
  if (!flight) throw noSuchFlight()
  const { id: flightId, flightDate: day } = flight
  const counted = await rankable.listVersions(db.sql, userId, { from: day, to: day })
  if (!counted.some(({ id }) => id === flightId)) return []
  const shown: FlightSeason[] = []
  for (const { id } of await store.listSeasons(db.sql, userId, { day }))
    shown.push(await showFlight(services, userId, id, flightId))
  return shown.filter(({ rankings }) => rankings.length > 0)
}

async function showFlight(
  services: RankingServices,
  userId: string,
  seasonId: string,
  flightId: string,
): Promise<FlightSeason> {
  const { sql } = services.db
  const seen = await requireSeason(services, userId, seasonId)
  const { id, name, clubId: club } = seen.season
  const pilot = await store.findPilot(sql, id, userId)
  const known = pilot ? await listKnown(sql, pilot) : []
  const rankings: FlightSeason['rankings'] = []
  for (const ranking of await listSeen(sql, seen)) {
    const told = pilot
      ? await explainFlight(sql, ranking, judgeKnown(seen.season, ranking, pilot, known), known, flightId)
      : ({ figure: null, reason: 'not-entered', isNext: false } as const)
    rankings.push({ id: ranking.id, name: ranking.name, addsUp: ranking.rule.figure, ...told })
  }
  return { id, name, club, rankings }
}

/** By the row that it may count for. A flight that was uploaded just now is no entry yet. */
async function explainFlight(
  sql: Sql,
  ranking: StoredRanking,
  judgements: readonly Judgement[],
  known: readonly Known[],
  flightId: string,
): Promise<Told> {
  const entryId = known.find(({ entry }) => entry.flightId === flightId)?.entry.id
  const own = judgements.find(({ entry }) => entry.id === entryId)
  if (!own) return { figure: null, reason: 'not-scored', isNext: false }
  const ofRow = judgements.filter(({ key }) => key === own.key)
  const members = own.key === null ? [] : await results.listMembers(sql, ranking.id, [own.key])
  const { entries: told } = explain(ranking.rule, own.key ?? '', ofRow, members, null)
  return showTold(
    told.find(({ entry }) => entry === entryId)!,
    ranking,
  )
}
