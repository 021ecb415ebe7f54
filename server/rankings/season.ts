// Seasons and rankings: who sees them, what they are made of, and operations on one of them.
import {
  type ListedSeason,
  type Ranking,
  RankingParams,
  type Season as ShownSeason,
  type SeasonEntry,
  type SeasonListQuery,
  SeasonParams,
} from '#contract/clubs/api.ts'
import type { ClubRole } from '#contract/clubs/clubs.ts'
import { onOne } from '#server/access/operations/on-one.ts'
import type { Caller } from '#server/access/operations/operation.ts'
import { readPage } from '#server/access/operations/pages.ts'
import { isOperator } from '#server/access/operators.ts'
import { fragment, type Sql } from '#server/platform/database/database.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
import { ApiError, insufficientRole } from '#server/platform/errors.ts'
import { isPublicClub, listRoles } from './clubs-store.ts'
import type { Current } from './compute.ts'
import { readStandings } from './current.ts'
import { noSuchRanking, noSuchSeason } from './problems.ts'
import type { RankingServices } from './sources.ts'
import * as store from './store.ts'
import type { Season } from './store.ts'

/** A season as a user stands to it. */
export interface SeenSeason {
  readonly season: Season
  readonly entry: store.Entry | undefined
  /** For the rankings of members: of the club, or of the pilots who have entered a season of the operator. */
  readonly isMember: boolean
  readonly role: ClubRole | 'operator' | undefined
}

export interface SeenRanking extends SeenSeason {
  readonly ranking: Ranking
}

const managers: readonly SeenSeason['role'][] = ['owner', 'admin', 'operator']
const reviewers: readonly SeenSeason['role'][] = [...managers, 'reviewer']

/** In three statements, however many there are. */
export async function seeSeasons(
  services: RankingServices,
  userId: string,
  seasons: readonly Season[],
): Promise<SeenSeason[]> {
  const ids = seasons.map(({ id }) => id)
  const mine = fragment`${store.ofUser(userId)} and e.season_id in (${paddedList(ids)})`
  const entries = await store.listEntries(services.db.sql, mine)
  const roles = await listRolesIn(services, userId, seasons)
  return seasons.map((season) => {
    const entry = entries.find(({ seasonId }) => seasonId === season.id)
    const role = roles.get(season.clubId)
    return { season, entry, isMember: (season.clubId === null ? entry : role) !== undefined, role }
  })
}

/** By club; null for the operator. */
export async function listRolesIn(
  { db: { sql }, config }: RankingServices,
  userId: string,
  seasons: readonly Pick<Season, 'clubId'>[],
): Promise<ReadonlyMap<string | null, SeenSeason['role']>> {
  const clubIds = seasons.flatMap(({ clubId }) => clubId ?? [])
  const roles = await listRoles(sql, userId, clubIds)
  const [user] = await sql<{ email: string; isVerified: boolean }>`
    select email, email_verified as "isVerified" from users where id = ${userId}`
  return new Map<string | null, SeenSeason['role']>([
    ...roles,
    [null, user && isOperator(config, user) ? 'operator' : undefined],
  ])
}

export async function requireSeason(
  services: RankingServices,
  userId: string,
  id: string,
): Promise<SeenSeason> {
  const season = await store.findSeason(services.db.sql, id)
  const [seen] = season ? await seeSeasons(services, userId, [season]) : []
  if (!seen) throw noSuchSeason()
  const { clubId } = seen.season
  if (clubId !== null && !seen.isMember && !(await isPublicClub(services.db.sql, clubId)))
    throw noSuchSeason()
  return seen
}

export async function requireRanking(
  services: RankingServices,
  userId: string,
  id: string,
): Promise<SeenRanking> {
  const ranking = await store.findRanking(services.db.sql, id)
  if (!ranking) throw noSuchRanking()
  const seen = await requireSeason(services, userId, ranking.seasonId).catch((error: unknown) => {
    throw error instanceof ApiError && error.status === 404 ? noSuchRanking() : error
  })
  if (!maySee(seen, ranking)) throw noSuchRanking()
  return { ...seen, ranking }
}

/** Rankings of the season that the user may see. */
export const listSeen = async (sql: Sql, seen: SeenSeason) =>
  (await store.listRankings(sql, [seen.season.id])).filter((ranking) => maySee(seen, ranking))

const isInside = ({ isMember, role }: SeenSeason) => isMember || role === 'operator'
const maySee = (seen: SeenSeason, { rule }: Ranking) => rule.audience === 'public' || isInside(seen)

/** What a reader sees of it. A closed one is for those for whom it was made. */
export async function requireStandings(services: RankingServices, seen: SeenRanking): Promise<Current> {
  const current = await readStandings(services, seen.season, seen.ranking)
  if (current.closed && !current.closed.isPublic && !isInside(seen)) throw noSuchRanking()
  return current
}

/** For visitors: a public ranking of the operator or of a club that all may see. */
export async function requirePublicRanking(services: RankingServices, id: string): Promise<SeenRanking> {
  const seen = await requireRanking(services, '', id)
  if (seen.ranking.rule.audience !== 'public') throw noSuchRanking()
  return seen
}

type Roled = Pick<SeenSeason, 'role'>

export function requireManager({ role }: Roled): void {
  if (!managers.includes(role)) throw insufficientRole('an owner or an admin of the club, or the operator,')
}

export function requireOwner({ role }: Roled): void {
  if (role !== 'owner' && role !== 'operator')
    throw insufficientRole('an owner of the club, or the operator,')
}

export const isReviewer = ({ role }: Roled) => reviewers.includes(role)

export function requireReviewer(seen: Roled): void {
  if (!isReviewer(seen)) throw insufficientRole('a reviewer')
}

export async function showSeason({ db }: RankingServices, seen: SeenSeason): Promise<ShownSeason> {
  return { ...describe(seen), rankings: await listSeen(db.sql, seen) }
}

/** As it is after a change. */
export async function showAgain(services: RankingServices, userId: string, id: string) {
  return { data: await showSeason(services, await requireSeason(services, userId, id)) }
}

const describe = ({ season: { id, clubId, name, terms, closedAt }, entry }: SeenSeason) => ({
  id,
  clubId,
  name,
  terms,
  closedAt: closedAt === null ? null : new Date(closedAt).toISOString(),
  entry: entry ? showEntry(entry) : null,
})

export async function listShownSeasons(services: RankingServices, userId: string, query: SeasonListQuery) {
  const { sql } = services.db
  const { data: seasons, pagination } = await readPage(
    query,
    ({ id }: Season) => id,
    (page) => store.listSeasons(sql, userId, { ...query, ...page }),
  )
  const ids = seasons.map(({ id }) => id)
  const rankings = Map.groupBy(await store.listRankings(sql, ids), ({ seasonId }) => seasonId)
  const data = (await seeSeasons(services, userId, seasons)).map((seen): ListedSeason => {
    const shown = (rankings.get(seen.season.id) ?? []).filter((ranking) => maySee(seen, ranking))
    return {
      ...describe(seen),
      rankings: shown.map(({ id, name, rule: { audience } }) => ({ id, name, audience })),
    }
  })
  return { data, pagination }
}

/** Without what the pilot has not said. */
function showEntry({ displayName, band, sex, team, clubId, excluded }: store.Entry): SeasonEntry {
  const said = Object.entries({ band, sex, team, clubId }).filter(([, value]) => value !== null)
  return {
    displayName,
    ...(Object.fromEntries(said) as Partial<SeasonEntry>),
    excludedFlightIds: [...excluded],
  }
}

export interface Reader {
  readonly userId: string
  readonly maySeeFlights: boolean
}

/** Without the right to read flights, pilots are told of themselves what others are. */
export const toReader = ({ userId, credential }: Caller): Reader => ({
  userId,
  maySeeFlights: credential?.scopes.includes('flights:read') ?? true,
})

export const tags = ['Rankings']
export const reading = { api: 'clubs:read', dashboard: 'session' } as const
export const writing = { api: 'clubs:manage', dashboard: 'session' } as const

interface By {
  /** Refuses others; without it, everyone who sees the season or ranking may. */
  readonly by?: (seen: SeenSeason) => void
}

const declareOn = <Seen extends SeenSeason>(
  params: typeof SeasonParams,
  noSuch: () => ApiError,
  find: (services: RankingServices, userId: string, id: string) => Promise<Seen>,
) =>
  onOne<RankingServices, Seen, By>({
    tags,
    reading,
    writing,
    params,
    noSuch,
    run: async (services, { userId }, request, { by }, work) => {
      const seen = await find(services, userId, request.params.id)
      by?.(seen)
      return work(seen)
    },
  })

export const onSeason = declareOn(SeasonParams, noSuchSeason, requireSeason)
export const onRanking = declareOn(RankingParams, noSuchRanking, requireRanking)
