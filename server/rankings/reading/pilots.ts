// Why flights count or do not: all of a pilot in one ranking, and one flight in all rankings of its pilot.
import type { FlightSeason, PilotRow } from '#contract/clubs/api.ts'
import type { RankingReason } from '#contract/clubs/words.ts'
import { explain, findNeeded } from '#rankings/explain.ts'
import { keyOf } from '#rankings/judge.ts'
import { findState, indexSteps, listSteps } from '../decisions-store.ts'
import { noSuchFlight, noSuchRanking } from '../problems.ts'
import type { ToldFlight } from '../ranking-thread.ts'
import { listSeen, requireSeason, requireStandings, type SeenRanking } from '../season.ts'
import type { OwnFlight } from '#server/events/pilots-flights.ts'
import type { RankingServices } from '../sources.ts'
import { listHidden } from '../facts.ts'
import * as store from '../store.ts'
import { createShowRow, toFlightId, toNumber } from './rows.ts'

type Told = PilotRow['flights'][number]
const eligible: readonly RankingReason[] = ['counts', 'quota', 'surpassed', 'surpassed-in-group']

/** Of another pilot only what the ranking shows. */
export async function showPilot(
  services: RankingServices,
  { userId, maySeeFlights }: { userId: string; maySeeFlights: boolean },
  seen: SeenRanking,
  pilotId: string,
): Promise<PilotRow> {
  const { season, ranking } = seen
  const { sql } = services.db
  const current = await requireStandings(services, seen)
  const entry = await store.findEntry(sql, season.id, userId)
  const id = pilotId === 'me' ? entry?.id : pilotId
  const ranked = current.byPilot.get(id ?? '')
  if (id === undefined || (ranked === undefined && id !== entry?.id)) throw noSuchRanking()
  const isOwn = entry?.id === id && maySeeFlights
  const flights = JSON.parse(ranked ?? '[]') as ToldFlight[]
  const key = ranking.rule.group.by === 'pilot' ? id : findKey(seen, flights)
  const row = current.rows.find((one) => one.key === key)
  const above = ranking.rule.group.by === 'pilot' ? findAbove(current.rows, row) : null
  const { told, needed } = explainAll(seen, key, flights, above)
  const kept = isOwn && entry && season.closedAt === null ? await listKeptOut(services, seen, entry) : []
  const show = await createShowRow(services, seen, current, [key])
  return {
    row: row ? show(row) : null,
    flights: [...told, ...kept].sort((a, b) => (b.value ?? -1) - (a.value ?? -1)),
    ...needed,
    asOf: new Date(current.asOf).toISOString(),
  }
}

const findKey = ({ ranking }: SeenRanking, flights: readonly ToldFlight[]) => {
  const counting = flights.find(({ reason }) => eligible.includes(reason))
  return (counting && keyOf(counting.flight, ranking.rule.group.by)) ?? ''
}

function findAbove(rows: readonly { sum: number }[], row: { sum: number } | undefined): number | null {
  return row ? (rows.findLast(({ sum }) => sum > row.sum)?.sum ?? null) : null
}

function explainAll(
  { season, ranking }: SeenRanking,
  key: string,
  flights: readonly ToldFlight[],
  above: number | null,
): { told: Told[]; needed: Pick<PilotRow, 'neededToCount' | 'neededToPass'> } {
  const { rule } = ranking
  const open = flights.filter(({ reason }) => eligible.includes(reason))
  const { next, neededToCount, neededToPass } = explain(
    rule,
    key,
    open.map(({ flight, value }) => ({ flight, value, reason: null, key: keyOf(flight, rule.group.by) })),
    above,
  )
  const told = flights.map(({ flight, value, reason }): Told => ({
    flightId: toFlightId(flight.address),
    date: flight.date,
    value: value === null ? null : toNumber(value, ranking),
    reason,
    needed: findNeeded(rule, season.terms, { reason, date: flight.date }),
    isNext: next.has(flight.id),
  }))
  const canCount = season.closedAt === null && fliesWhatCounts(rule.filter?.classes, flights)
  return {
    told,
    needed: {
      neededToCount: canCount ? toNumber(neededToCount, ranking) : null,
      neededToPass: canCount && neededToPass !== null ? toNumber(neededToPass, ranking) : null,
    },
  }
}

/** By the wings that the pilot has flown in the season; who has flown none may take any. */
function fliesWhatCounts(classes: readonly string[] | undefined, flights: readonly ToldFlight[]): boolean {
  const flown = new Set(flights.flatMap(({ flight }) => flight.class ?? []))
  return !classes || flown.size === 0 || classes.some((one) => flown.has(one as never))
}

/** Own flights of these days that are in no ranking, with what keeps them out. */
async function listKeptOut(
  services: RankingServices,
  { season }: Pick<SeenRanking, 'season'>,
  entry: store.Entry,
): Promise<Told[]> {
  const own = await services.rankable.listOwn(services.db.sql, entry.userId, season.terms)
  const hidden = await listHidden(services, entry.userId, season.terms)
  return own.flatMap((flight) => {
    const reason = findKeptOut(flight, entry, hidden)
    const { id, date } = flight
    return reason ? [{ flightId: id, date, value: null, reason, needed: null, isNext: false }] : []
  })
}

function findKeptOut(
  { id, isPublic, uncounted }: OwnFlight,
  entry: store.Entry | undefined,
  hidden: ReadonlySet<string>,
): RankingReason | undefined {
  if (!entry) return 'not-entered'
  if (uncounted) return uncounted
  if (!isPublic) return 'private'
  if (entry.excluded.includes(id)) return 'excluded'
  return hidden.has(id) ? 'hidden' : undefined
}

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
  const own = (await rankable.listOwn(db.sql, userId, { from: day, to: day })).find(
    ({ id }) => id === flightId,
  )
  if (!own) return []
  const shown: FlightSeason[] = []
  for (const { id } of await store.listSeasonsOfDay(db.sql, userId, day)) {
    const told = await showFlight(services, userId, id, own)
    if (told.rankings.length > 0) shown.push(told)
  }
  return shown
}

async function showFlight(
  services: RankingServices,
  userId: string,
  seasonId: string,
  own: OwnFlight,
): Promise<FlightSeason> {
  const { sql } = services.db
  const seen = await requireSeason(services, userId, seasonId)
  const { id, name, clubId } = seen.season
  const entry = await store.findEntry(sql, id, userId)
  const keptOut = findKeptOut(own, entry, await listHidden(services, userId, seen.season.terms))
  const rankings: FlightSeason['rankings'] = []
  for (const ranking of await listSeen(sql, seen)) {
    const told = keptOut ? undefined : await explainFlight(services, { ...seen, ranking }, entry!.id, own.id)
    const reason = keptOut ?? 'not-scored'
    const {
      value,
      needed,
      isNext,
      reason: found,
    } = told ?? { value: null, reason, needed: null, isNext: false }
    rankings.push({
      id: ranking.id,
      name: ranking.name,
      measure: ranking.rule.measure,
      value,
      reason: found,
      needed,
      isNext,
    })
  }
  const known = await withFindings(services, seen.season, userId, own.id, rankings)
  return { id, name, clubId, rankings: known }
}

async function explainFlight(
  services: RankingServices,
  seen: SeenRanking,
  pilot: string,
  flightId: string,
): Promise<Told | undefined> {
  const { byPilot } = await requireStandings(services, seen)
  const flights = JSON.parse(byPilot.get(pilot) ?? '[]') as ToldFlight[]
  return explainAll(seen, findKey(seen, flights), flights, null).told.find((one) => one.flightId === flightId)
}

/** What a reviewer looks at. */
async function withFindings(
  { db, rankable }: RankingServices,
  { id, terms }: store.Season,
  userId: string,
  flightId: string,
  rankings: FlightSeason['rankings'],
): Promise<FlightSeason['rankings']> {
  if (!rankings.some(({ reason }) => reason === 'in-review')) return rankings
  const flight = (await rankable.list(db.sql, [userId], terms)).find((one) => one.id === flightId)
  const steps = flight ? indexSteps(await listSteps(db.sql, id, userId))(flight) : []
  const findings = [...new Set(steps.flatMap((step) => step.findings ?? []))]
  return rankings.map((one) =>
    one.reason === 'in-review' && findState(steps) === 'review' ? { ...one, needed: { findings } } : one,
  )
}
