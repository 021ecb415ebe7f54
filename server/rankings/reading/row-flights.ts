// The flights of a row, and why each counts or does not.
import type { RankedFlight, RowDetails } from '#contract/clubs/api.ts'
import type { RankingReason } from '#contract/clubs/words.ts'
import { explain, findNeeded } from '#rankings/explain.ts'
import { keyOf } from '#rankings/judge.ts'
import type { OwnFlight } from '#server/events/pilots-flights.ts'
import type { Current } from '../compute.ts'
import { indexSteps, listSteps } from '../decisions-store.ts'
import { listVisible } from '../facts.ts'
import { noSuchRow } from '../problems.ts'
import type { ToldFlight } from '../ranking-thread.ts'
import { type Reader, requireStandings, type SeenRanking } from '../season.ts'
import type { RankingServices } from '../sources.ts'
import * as store from '../store.ts'
import { createShowRow, namesOf, toFlightId, toNumber } from './rows.ts'

export type Told = Omit<RankedFlight, 'name'>
const eligible: readonly RankingReason[] = ['counts', 'quota', 'surpassed', 'surpassed-in-group']

/** `me` is the reader, who is told of own flights that are in no ranking, too. */
export async function showRow(
  services: RankingServices,
  { maySeeFlights }: Pick<Reader, 'maySeeFlights'>,
  seen: SeenRanking,
  asked: string,
): Promise<RowDetails> {
  const current = await requireStandings(services, seen)
  const { entry } = seen
  const wanted = asked === 'me' ? (entry?.id ?? '') : asked
  const isOwn = wanted === entry?.id
  const { key, told, ...needed } =
    isOwn || current.byPilot.has(wanted)
      ? explainPilot(seen, current, wanted)
      : {
          key: wanted,
          told: parse(current.byRow.get(wanted)).map((flight) => tell(seen, flight)),
          neededToCount: null,
          neededToPass: null,
        }
  const row = current.rows.find((one) => one.key === key)
  if (!row && !isOwn && told.length === 0) throw noSuchRow()
  const flights = isOwn && maySeeFlights ? await tellOwner(services, seen, current, entry!, told) : told
  const show = await createShowRow(services, seen, current, row ? [row.key] : [])
  return {
    row: row ? show(row) : null,
    flights: await nameFlights(services, seen, current, flights.toSorted(byValue)),
    ...needed,
    asOf: new Date(current.asOf).toISOString(),
  }
}

/** The newest flights that count. */
export async function listNewest(services: RankingServices, seen: SeenRanking): Promise<RankedFlight[]> {
  const current = await requireStandings(services, seen)
  const flights = parse(current.newest).map((flight) => tell(seen, flight))
  return nameFlights(services, seen, current, flights)
}

const parse = (text = '[]') => JSON.parse(text) as ToldFlight[]
const byValue = (a: Told, b: Told) => (b.value ?? -1) - (a.value ?? -1)

function tell({ season, ranking }: SeenRanking, { flight, value, reason }: ToldFlight, isNext = false): Told {
  return {
    flightId: toFlightId(flight.address),
    pilot: flight.pilot,
    date: flight.date,
    value: value === null ? null : toNumber(value, ranking),
    reason,
    needed: findNeeded(ranking.rule, season.terms, { reason, date: flight.date }),
    isNext,
  }
}

async function nameFlights(
  services: RankingServices,
  seen: SeenRanking,
  current: Current,
  flights: readonly Told[],
): Promise<RankedFlight[]> {
  const names = await namesOf(services, seen, current, [...new Set(flights.map(({ pilot }) => pilot))])
  return flights.map((flight) => ({ ...flight, name: names.get(flight.pilot) ?? null }))
}

/** All flights of a pilot, and the row that they count for. */
export function explainPilot(seen: SeenRanking, { byPilot, rows }: Current, pilot: string) {
  const { season, ranking } = seen
  const { rule } = ranking
  const { by } = rule.group
  const flights = parse(byPilot.get(pilot))
  const open = flights
    .filter(({ reason }) => eligible.includes(reason))
    .map(({ flight, value }) => ({ flight, value, reason: null, key: keyOf(flight, by) }))
  const key = by === 'pilot' ? pilot : (open[0]?.key ?? '')
  const own = by === 'pilot' ? rows.find((row) => row.key === key) : undefined
  const above = (own && rows.findLast(({ sum }) => sum > own.sum)?.sum) ?? null
  const { next, neededToCount, neededToPass } = explain(rule, key, open, above)
  const canCount = season.closedAt === null && fliesWhatCounts(rule.filter?.classes, flights)
  return {
    key,
    told: flights.map((one) => tell(seen, one, next.has(one.flight.id))),
    neededToCount: canCount ? toNumber(neededToCount, ranking) : null,
    neededToPass: canCount && neededToPass !== null ? toNumber(neededToPass, ranking) : null,
  }
}

/** By the wings that the pilot has flown in the season; who has flown none may take any. */
function fliesWhatCounts(classes: readonly string[] | undefined, flights: readonly ToldFlight[]): boolean {
  const flown = new Set<string>(flights.flatMap(({ flight }) => flight.class ?? []))
  return !classes || flown.size === 0 || classes.some((one) => flown.has(one))
}

/** For the pilot: with what a reviewer looks at, and in an open season with flights that are in no ranking. */
async function tellOwner(
  services: RankingServices,
  { season }: SeenRanking,
  current: Current,
  entry: store.Entry,
  told: readonly Told[],
): Promise<Told[]> {
  const ranked = await addFindings(services, current, entry, told)
  if (season.closedAt !== null) return ranked
  const own = await services.rankable.listOwn(services.db.sql, entry.userId, season.terms)
  const visible = await listVisible(services, services.db.sql, entry.userId, season.terms)
  const shown = new Set(visible.map(({ id }) => id))
  const keptOut = own.flatMap((flight) => {
    const reason = findKeptOut(flight, entry, !shown.has(flight.id))
    return reason ? [{ ...unranked, flightId: flight.id, pilot: entry.id, date: flight.date, reason }] : []
  })
  return [...ranked, ...keptOut]
}

export const unranked = { value: null, needed: null, isNext: false } as const

export async function addFindings(
  { db }: RankingServices,
  { shown }: Current,
  { id, seasonId, userId }: store.Entry,
  told: readonly Told[],
): Promise<Told[]> {
  if (told.every(({ reason }) => reason !== 'in-review')) return [...told]
  const findSteps = indexSteps(await listSteps(db.sql, seasonId, userId))
  const named = new Map(shown.get(id)?.names.map((flight) => [flight.id, flight]))
  return told.map((one) => {
    const flight = one.reason === 'in-review' && named.get(one.flightId ?? '')
    if (!flight) return one
    const findings = new Set(findSteps(flight).flatMap((step) => step.findings ?? []))
    return { ...one, needed: { findings: [...findings] } }
  })
}

export function findKeptOut(
  { id, isPublic, uncounted }: OwnFlight,
  entry: store.Entry | undefined,
  isHidden: boolean,
): RankingReason | undefined {
  if (!entry) return 'not-entered'
  if (uncounted) return uncounted
  if (!isPublic) return 'private'
  if (entry.excluded.includes(id)) return 'excluded'
  return isHidden ? 'hidden' : undefined
}
