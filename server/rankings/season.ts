// Seasons and rankings: who sees and manages them, and what they are made of.
import type { RankingDefinition, Season as ShownSeason, SeasonDefinition } from '#contract/clubs/api.ts'
import { type FileTrigger, fileTriggers, type ReviewTrigger, reviewTriggers } from '#contract/clubs/words.ts'
import { toCanonicalJson } from '#rankings/canonical.ts'
import { findRuleMistakes, findSeasonMistakes, hashRule, toCanonicalRule } from '#rankings/rule.ts'
import { isOperator } from '#server/access/operators.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { ApiError, invalidRequest, notFound } from '#server/platform/errors.ts'
import { createId } from '#server/platform/ids.ts'
import { type ClubRole, findRole, isPublicClub } from './clubs-store.ts'
import { sealChanged } from './proofs.ts'
import { rebuildRanking } from './rerank.ts'
import type { RankingServices } from './sources.ts'
import * as store from './store.ts'
import type { Season, StoredRanking } from './store.ts'
import { listManagers, tell } from './tell.ts'
import { listInFiles } from './triggers.ts'

export const MAX_RANKINGS = 50

export const noSuchSeason = () => notFound('There is no such season.')
export const noSuchRanking = () => notFound('There is no such ranking.')
export const noSuchRow = () => notFound('The ranking has no such row.')

/** A season as a user stands to it. */
export interface SeenSeason {
  readonly season: Season
  /** For the rankings of members: of the club, or of the pilots who have entered a season of the operator. */
  readonly isMember: boolean
  readonly role: ClubRole | 'operator' | undefined
}

const managers: readonly SeenSeason['role'][] = ['owner', 'admin', 'operator']
const reviewers: readonly SeenSeason['role'][] = [...managers, 'reviewer']

export async function requireSeason(
  { db, config }: RankingServices,
  userId: string,
  id: string,
): Promise<SeenSeason> {
  const season = await store.findSeason(db.sql, id)
  if (!season) throw noSuchSeason()
  if (season.clubId === null) {
    const isMember = (await store.findPilot(db.sql, id, userId)) !== undefined
    return { season, isMember, role: (await isOperatorId(db.sql, config, userId)) ? 'operator' : undefined }
  }
  const role = await findRole(db.sql, userId, season.clubId)
  if (role === undefined && !(await isPublicClub(db.sql, season.clubId))) throw noSuchSeason()
  return { season, isMember: role !== undefined, role }
}

export async function requireRanking(
  services: RankingServices,
  userId: string,
  id: string,
): Promise<SeenSeason & { ranking: StoredRanking }> {
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
  (await store.listRankings(sql, seen.season.id)).filter((ranking) => maySee(seen, ranking))

const maySee = ({ isMember, role }: SeenSeason, { rule }: StoredRanking) =>
  rule.audience === 'public' || isMember || role === 'operator'

/** For visitors: a public ranking of the operator or of a club that all may see. */
export async function requirePublicRanking(
  { db }: RankingServices,
  id: string,
): Promise<{ season: Season; ranking: StoredRanking }> {
  const ranking = await store.findRanking(db.sql, id)
  const season = ranking && (await store.findSeason(db.sql, ranking.seasonId))
  if (!season || ranking.rule.audience !== 'public') throw noSuchRanking()
  if (season.clubId !== null && !(await isPublicClub(db.sql, season.clubId))) throw noSuchRanking()
  return { season, ranking }
}

async function isOperatorId(sql: Sql, config: RankingServices['config'], userId: string): Promise<boolean> {
  const [user] = await sql<{ email: string; isVerified: boolean }>`
    select email, email_verified as "isVerified" from users where id = ${userId}`
  return user !== undefined && isOperator(config, user)
}

const refuse = (who: string) => new ApiError(403, 'insufficient_role', `Only ${who} may do this.`)

export function requireManager({ role }: SeenSeason): void {
  if (!managers.includes(role)) throw refuse('an owner or an admin of the club, or the operator,')
}

export const isReviewer = ({ role }: SeenSeason) => reviewers.includes(role)

export function requireReviewer(seen: SeenSeason): void {
  if (!isReviewer(seen)) throw refuse('a reviewer')
}

export function requireNone(mistakes: readonly string[]): void {
  if (mistakes.length > 0) throw invalidRequest(mistakes.join(' '))
}

const missingData: Record<FileTrigger, string> = {
  airspace:
    'terms.review cannot ask for airspace: this service has no airspaces until its operator imports some (admin airspace import).',
  'start-in-air':
    'terms.review cannot ask for start-in-air: this service knows no heights of the ground until its operator sets TERRAIN or TERRAIN_DIR.',
}

/** Findings that a season can ask for here: one that could never be made would pass as one that was not. */
export async function listFindable({ rankable }: RankingServices): Promise<ReviewTrigger[]> {
  const data = await rankable.openChecks()
  const missing = new Set<ReviewTrigger>(fileTriggers.filter((trigger) => !data.has(trigger)))
  return reviewTriggers.filter((trigger) => !missing.has(trigger))
}

async function requireData(services: RankingServices, terms: SeasonDefinition['terms']): Promise<void> {
  const inFiles = listInFiles({ terms })
  if (inFiles.length === 0) return
  const findable = await listFindable(services)
  requireNone(inFiles.filter((trigger) => !findable.includes(trigger)).map((trigger) => missingData[trigger]))
}

export async function createSeason(
  services: RankingServices,
  userId: string,
  { club, name, terms }: SeasonDefinition,
): Promise<string> {
  const { db, now } = services
  const clubId = club ?? null
  requireNone(findSeasonMistakes(terms))
  await requireManagerOf(services, userId, clubId)
  await requireData(services, terms)
  const id = createId(now())
  const season = { id, clubId, name, terms, closedAt: null }
  await store.insertSeason(db.sql, now(), season)
  return id
}

/** Of the club, or the operator. */
export async function requireManagerOf(
  { db, config }: RankingServices,
  userId: string,
  clubId: string | null,
): Promise<void> {
  const role =
    clubId === null
      ? (await isOperatorId(db.sql, config, userId)) && 'operator'
      : await findRole(db.sql, userId, clubId)
  // To others there is no such club, unless it is public: either way they cannot.
  if (!managers.includes(role || undefined))
    throw refuse('an owner or an admin of the club, or the operator,')
}

/** A new one, or the next version of one that is there. */
export async function putRanking(
  { db, now, rankable }: RankingServices,
  season: Season,
  { name, rule }: RankingDefinition,
  id = createId(now()),
): Promise<StoredRanking> {
  requireNone(findRuleMistakes(rule))
  const { league } = rule.figure
  if (league !== undefined && !rankable.scoreVersions.has(league))
    throw invalidRequest(
      `figure.league of the rule must be a league that this service knows; "${league}" is none. GET /api/v1/leagues lists them.`,
    )
  const [text, ruleHash] = [toCanonicalJson(toCanonicalRule(rule)), await hashRule(rule)]
  return db.transaction(async (sql) => {
    const held = await store.holdSeason(sql, season.id)
    if (!held) throw noSuchSeason()
    const rankings = await store.listRankings(sql, season.id)
    if (rankings.length >= MAX_RANKINGS && !rankings.some((ranking) => ranking.id === id))
      throw invalidRequest(`A season has at most ${MAX_RANKINGS} rankings.`)
    await store.putRanking(sql, now(), { id, seasonId: season.id, name, rule: text, ruleHash })
    const ranking = (await store.findRanking(sql, id))!
    await rebuildRanking(sql, held, ranking)
    if (league !== undefined && league !== rankable.league.id)
      await store.setUnscored(sql, { seasonId: season.id }, true)
    await sealChanged({ now }, sql, held)
    return ranking
  })
}

/** Keeps the proof of each ranking. Later changes, such as a decision that is reversed, make the next one. */
export async function closeSeason(services: RankingServices, season: Season): Promise<void> {
  await services.db.transaction(async (sql) => {
    await store.holdSeason(sql, season.id)
    if (!(await store.closeSeason(sql, services.now(), season.id))) return
    await sealChanged(services, sql, season)
    const managers = await listManagers(services, sql, season)
    await tell(services, sql, season, managers, { event: 'season.closed' })
  })
}

export async function showSeason(
  { db }: RankingServices,
  userId: string,
  seen: SeenSeason,
): Promise<ShownSeason> {
  const { id, clubId, name, terms, closedAt } = seen.season
  const rankings = await listSeen(db.sql, seen)
  const pilot = await store.findPilot(db.sql, id, userId)
  return {
    id,
    club: clubId,
    name,
    terms,
    isClosed: closedAt !== null,
    rankings,
    entry: pilot ? showEntry(pilot) : null,
  }
}

function showEntry({ takes, shownAs, band, sex, team }: store.SeasonPilot): ShownSeason['entry'] {
  return {
    takes,
    shownAs,
    ...(band !== null && { band }),
    ...(sex !== null && { sex }),
    ...(team !== null && { team }),
  }
}
