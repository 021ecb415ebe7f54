// What a flight is worth under the rules of other leagues.
import { RANGE_VERSION } from '#igc/flight/flight-range.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FlightScores, LeagueScore, ScoresQuery } from '#contract/leagues.ts'
import { roundPoints, SOLVER_VERSION } from '#scoring/certificate.ts'
import type { League } from '#scoring/leagues/league.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { matchesEtag } from '#server/platform/http/conditional.ts'
import { findFile } from '../files/files.ts'
import { noSuchFlight } from '../read/one-flight.ts'
import type { ScoredByLeague } from '../scorer/league-scores.ts'
import type { FlightServices } from '../scorer/scorer.ts'
import { findNames } from '../store.ts'
import type { Leagues } from './leagues.ts'

export interface LeagueServices extends FlightServices {
  readonly leagues: Leagues
}

/** Answers of the last flights asked for, some 10 kB each: who polls costs nothing. */
const MAX_RECENT = 200

type ScoresRequest = FastifyRequest<{ Params: { id: string }; Querystring: ScoresQuery }>

export function createScoresReader(services: LeagueServices) {
  const recent = new Map<string, Promise<string>>()

  return async (request: ScoresRequest, reply: FastifyReply, ownerId: string): Promise<FastifyReply> => {
    const { league = services.leagues.byDefault.id, wing } = request.query
    const leagues = chooseLeagues(services.leagues, league)
    const flight = await findNames(services.db.sql, ownerId, request.params.id)
    if (!flight) throw noSuchFlight()
    // The file never changes: these identify the answer, and a match saves scoring.
    const versions = [RANGE_VERSION, SOLVER_VERSION, services.leagues.version].join('.')
    const asked = encodeURIComponent([league, wing ?? ''].join(';'))
    const etag = `W/"${flight.hash.slice(0, 32)}-${flight.flightDate}-${versions}-${asked}"`
    reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'Accept-Encoding, Authorization' })
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const answer = recent.get(etag) ?? scoreFlight(services, ownerId, flight, leagues, league === ALL, wing)
    remember(recent, etag, answer)
    return reply.type('application/json; charset=utf-8').send(await answer)
  }
}

const ALL = 'all'

function chooseLeagues({ all }: Leagues, text: string): readonly League[] {
  if (text === ALL) return all
  return [...new Set(text.split(','))].map((id) => {
    const league = all.find((candidate) => candidate.id === id)
    if (!league) throw invalidRequest(`There is no league "${id}"; GET /api/v1/leagues lists them.`)
    return league
  })
}

function remember(recent: Map<string, Promise<string>>, etag: string, answer: Promise<string>): void {
  recent.delete(etag)
  recent.set(etag, answer)
  if (recent.size > MAX_RECENT) recent.delete(recent.keys().next().value!)
  answer.catch(() => recent.delete(etag))
}

async function scoreFlight(
  services: LeagueServices,
  ownerId: string,
  flight: { id: string; flightDate: string },
  leagues: readonly League[],
  isAll: boolean,
  wing: string | undefined,
): Promise<string> {
  const file = await findFile(services, ownerId, flight.id)
  if (!file) throw noSuchFlight()
  const { scores, country } = await services.scorer.scoreByLeagues(ownerId, file, {
    date: flight.flightDate,
    leagues,
  })
  const where = `a flight of ${flight.flightDate} ${country === null ? 'from no country' : `from ${country}`}`
  const all = scores.map((score) => describe(score, where, wing))
  // Of all leagues only those that score it: nobody asked for the others by name.
  const data = isAll ? all.filter(({ certificate }) => certificate !== null) : all
  return JSON.stringify({ data } satisfies FlightScores)
}

function describe(
  { league, name, rules, score }: ScoredByLeague,
  where: string,
  wing: string | undefined,
): LeagueScore {
  if (!rules || !score) {
    return { league, name, certificate: null, wing: null, reason: `${name} has no rules for ${where}.` }
  }
  const factor = wing === undefined ? undefined : rules.wingFactors?.[wing]
  const withWing =
    wing === undefined || factor === undefined
      ? null
      : { class: wing, factor, score: roundPoints(score.score * factor, rules) }
  return { league, name, certificate: { ...score }, wing: withWing, reason: null }
}
