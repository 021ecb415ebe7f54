// One flight in all rankings of its pilot.
import type { FlightSeason } from '#contract/clubs/api.ts'
import type { OwnFlight } from '#server/events/pilots-flights.ts'
import { listVisible } from '../facts.ts'
import { noSuchFlight } from '../problems.ts'
import { listSeen, requireStandings, seeSeasons, type SeenRanking, type SeenSeason } from '../season.ts'
import type { RankingServices } from '../sources.ts'
import * as store from '../store.ts'
import { addFindings, explainPilot, findKeptOut, type Told, unranked } from './row-flights.ts'

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
  const ofDay = await rankable.listOwn(db.sql, userId, { from: day, to: day })
  const own = ofDay.find(({ id }) => id === flightId)
  if (!own) return []
  const visible = await listVisible(services, db.sql, userId, { from: day, to: day })
  const isHidden = visible.every(({ id }) => id !== flightId)
  const shown: FlightSeason[] = []
  const seasons = await store.listSeasonsOfDay(db.sql, userId, day)
  for (const seen of await seeSeasons(services, userId, seasons)) {
    const told = await showFlight(services, seen, own, isHidden)
    if (told.rankings.length > 0) shown.push(told)
  }
  return shown
}

async function showFlight(
  services: RankingServices,
  seen: SeenSeason,
  own: OwnFlight,
  isHidden: boolean,
): Promise<FlightSeason> {
  const { season, entry } = seen
  const { id, name, clubId } = season
  const keptOut = findKeptOut(own, entry, isHidden)
  const rankings: FlightSeason['rankings'] = []
  for (const ranking of await listSeen(services.db.sql, seen)) {
    const told = keptOut ? undefined : await explainFlight(services, { ...seen, ranking }, entry!, own.id)
    const { value, reason, needed, isNext } = told ?? { ...unranked, reason: keptOut ?? 'not-scored' }
    const { measure } = ranking.rule
    rankings.push({ id: ranking.id, name: ranking.name, measure, value, reason, needed, isNext })
  }
  return { id, name, clubId, rankings }
}

async function explainFlight(
  services: RankingServices,
  seen: SeenRanking,
  entry: store.Entry,
  flightId: string,
): Promise<Told | undefined> {
  const current = await requireStandings(services, seen)
  const { told } = explainPilot(seen, current, entry.id)
  const [found] = await addFindings(
    services,
    current,
    entry,
    told.filter((one) => one.flightId === flightId),
  )
  return found
}
