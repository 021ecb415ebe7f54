// Points of a flight under the rules of other leagues.
import { RANGE_VERSION } from '#igc/flight/flight-range.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FlightScores, LeagueScore, ScoresQuery } from '#contract/leagues.ts'
import { roundPoints, SOLVER_VERSION } from '#scoring/certificate.ts'
import type { League } from '#scoring/leagues/league.ts'
import { pageOf } from '#server/access/operations/pages.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { createRecent } from '#server/platform/concurrency/recent.ts'
import { matchesEtag } from '#server/platform/http/conditional.ts'
import { findFile } from '../files/files.ts'
import { noSuchFlight } from '../read/one-flight.ts'
import type { FlightServices, LeagueScores, ScoredByLeague } from '../record/services.ts'
import { PROOF_MS } from '../scorer/scorer.ts'
import { findNames } from '../record/store.ts'
import type { Leagues } from './leagues.ts'

export interface LeagueServices extends FlightServices {
  readonly leagues: Leagues
}

/** The last flights asked for, some 10 kB each: polling costs nothing. */
const MAX_RECENT = 200

type ScoresRequest = FastifyRequest<{ Params: { id: string }; Querystring: ScoresQuery }>

export function createScoresReader(services: LeagueServices) {
  const recall = createRecent<LeagueScores>(MAX_RECENT)

  return async (request: ScoresRequest, reply: FastifyReply, ownerId: string): Promise<FastifyReply> => {
    const { league = services.leagues.byDefault.id, wing, ...paging } = request.query
    const leagues = chooseLeagues(services.leagues, league)
    const flight = await findNames(services.db.sql, ownerId, request.params.id)
    if (!flight) throw noSuchFlight()
    // The file never changes: these identify the answer, and a match saves scoring.
    const versions = [RANGE_VERSION, SOLVER_VERSION, services.leagues.version].join('.')
    const scored = [flight.hash.slice(0, 32), flight.flightDate, versions, encodeURIComponent(league)].join(
      '-',
    )
    const asked = [wing, paging.after, paging.limit].map((one) => encodeURIComponent(one ?? '')).join(';')
    const etag = `W/"${scored}-proven;${asked}"`
    reply.headers({ 'cache-control': 'private, no-cache', vary: 'Accept-Encoding, Authorization' })
    if (matchesEtag(request.headers['if-none-match'], etag))
      return reply.code(304).header('etag', etag).send()
    // A flight of another pilot may have the same file: the scores are those of the file.
    const score = (budgetMs?: number) => scoreFlight(services, ownerId, flight, leagues, budgetMs)
    const scores = await recall(scored, score, (found) => (isProven(found) ? undefined : score(PROOF_MS)))
    // Others have the tag of what they are: they may become better.
    if (isProven(scores)) reply.header('etag', etag)
    const all = describeAll(scores, flight.flightDate, wing)
    // Only leagues with rules for it: the others were not asked for by name.
    const data = league === ALL ? all.filter((_, index) => scores.scores[index]!.rules !== null) : all
    const page = pageOf(data, paging, (one) => one.league)
    return reply.send(page satisfies FlightScores)
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

export async function scoreFlight(
  services: LeagueServices,
  ownerId: string,
  { id, flightDate }: { id: string; flightDate: string },
  leagues: readonly League[],
  budgetMs?: number,
): Promise<LeagueScores> {
  const file = await findFile(services, ownerId, id)
  if (!file) throw noSuchFlight()
  return services.scorer.scoreByLeagues(ownerId, file, { date: flightDate, leagues }, budgetMs)
}

const isProven = ({ scores }: LeagueScores) => scores.every(({ score }) => score === null || score.proven)

function describeAll(
  { scores, country }: LeagueScores,
  date: string,
  wing: string | undefined,
): LeagueScore[] {
  const where = `a flight of ${date} ${country === null ? 'from no country' : `from ${country}`}`
  return scores.map((score) => describe(score, where, wing))
}

function describe(
  { league, name, rules, score, refusal }: ScoredByLeague,
  where: string,
  wing: string | undefined,
): LeagueScore {
  if (!rules || !score) {
    return { league, name, certificate: null, wing: null, reason: `${name} has no rules for ${where}.` }
  }
  if (refusal !== null) return { league, name, certificate: null, wing: null, reason: refusal }
  const factor = wing === undefined ? undefined : rules.wingFactors?.[wing]
  const withWing =
    wing === undefined || factor === undefined
      ? null
      : { class: wing, factor, score: roundPoints(score.score * factor, rules) }
  return { league, name, certificate: { ...score }, wing: withWing, reason: null }
}
