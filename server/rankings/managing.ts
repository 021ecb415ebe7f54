// Creating, changing, closing, reopening and deleting seasons and rankings, for those who manage them.
import {
  type Ranking,
  RankingChange,
  type RankingDefinition,
  SeasonChange,
  type SeasonDefinition,
} from '#contract/clubs/api.ts'
import type { RankingRule } from '#contract/clubs/rule.ts'
import { type FileTrigger, fileTriggers, type ReviewTrigger, reviewTriggers } from '#contract/clubs/words.ts'
import { addDays } from '#rankings/days.ts'
import { findRuleMistakes, findSeasonMistakes, toCanonicalRule } from '#rankings/rule.ts'
import { findShapeMistakes } from '#rankings/shape.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { conflict } from '#server/platform/errors.ts'
import { createId } from '#server/platform/ids.ts'
import { DAY_MS } from '#server/platform/time.ts'
import { holdClub } from './clubs-store.ts'
import { freeze } from './documents.ts'
import { listInFiles } from './reviews/findings.ts'
import { noSuchSeason, requireNone } from './problems.ts'
import { listRolesIn, requireManager } from './season.ts'
import type { RankingServices } from './sources.ts'
import * as store from './store.ts'
import type { Season } from './store.ts'
import { listManagers, tell, tellEntered } from './tell.ts'

const MAX_SEASONS = 40
const MAX_RANKINGS = 30
const MAX_YEARS = 10
const MAX_DAYS = 400

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

async function requireTerms(services: RankingServices, terms: Season['terms']): Promise<void> {
  requireNone(findSeasonMistakes(terms))
  const today = new Date(services.now()).toISOString().slice(0, 10)
  const [first, last] = [-MAX_YEARS, MAX_YEARS].map((years) => addDays(today, Math.round(years * 365.25)))
  const isLong = (Date.parse(terms.to) - Date.parse(terms.from)) / DAY_MS >= MAX_DAYS
  const findable = await listFindable(services)
  requireNone([
    ...(terms.from < first! || terms.to > last!
      ? [`from and to of the season must be within ${MAX_YEARS} years of today.`]
      : []),
    ...(isLong ? [`The season must have ${MAX_DAYS} days at most.`] : []),
    ...listInFiles({ terms })
      .filter((trigger) => !findable.includes(trigger))
      .map((trigger) => missingData[trigger]),
  ])
}

export async function createSeason(
  services: RankingServices,
  userId: string,
  { clubId = null, name, terms }: Omit<SeasonDefinition, 'clubId'> & { clubId?: string | null },
): Promise<string> {
  const { db, now } = services
  // To others there is no such club, unless it is public: either way they cannot.
  requireManager({ role: (await listRolesIn(services, userId, [{ clubId }])).get(clubId) })
  await requireTerms(services, terms)
  const id = createId(now())
  await db.transaction(async (sql) => {
    if (clubId !== null) await holdClub(sql, clubId)
    if ((await store.countSeasons(sql, clubId)) >= MAX_SEASONS)
      throw conflict(`A club has at most ${MAX_SEASONS} seasons: delete one first.`)
    await store.insertSeason(sql, now(), { id, clubId, name, terms })
  })
  return id
}

/** Held until the end of the work; a closed one is not changed. */
async function changeOpen<Result>(
  { db }: RankingServices,
  id: string,
  work: (sql: Sql, season: Season) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (sql) => {
    const season = await store.holdSeason(sql, id)
    if (!season) throw noSuchSeason()
    if (season.closedAt !== null) throw conflict('The season is closed: its owner has to reopen it first.')
    return work(sql, season)
  })
}

export async function changeSeason(
  services: RankingServices,
  { id, terms }: Season,
  change: SeasonChange,
): Promise<void> {
  requireNone(findShapeMistakes(SeasonChange, change, 'the season'))
  await requireTerms(services, change.terms ?? terms)
  await changeOpen(services, id, (sql, season) => store.updateSeason(sql, { ...season, ...change }))
}

/** Every mistake is told at once, by the name of its field. */
export async function putRanking(
  services: RankingServices,
  season: Pick<Season, 'id'>,
  change: RankingChange,
  before?: Ranking,
): Promise<Ranking> {
  const { now } = services
  if (typeof change !== 'object' || change === null)
    requireNone(findShapeMistakes(RankingChange, change, 'the ranking'))
  const { rule: asked, ...rest } = change
  requireNone([
    ...findShapeMistakes(RankingChange, { ...rest }, 'the ranking'),
    ...(before || rest.name !== undefined ? [] : ['The ranking must have: name.']),
    ...(before && asked === undefined ? [] : listRuleMistakes(services, asked)),
  ])
  return changeOpen(services, season.id, async (sql) => {
    const rankings = await store.listRankings(sql, [season.id])
    if (!before && rankings.length >= MAX_RANKINGS)
      throw conflict(`A season has at most ${MAX_RANKINGS} rankings: delete one first.`)
    const { name, rule } = { ...before, ...change } as RankingDefinition
    if (rankings.some((one) => one.name === name && one.id !== before?.id))
      throw conflict(`Another ranking of this season is called "${name}".`)
    const id = before?.id ?? createId(now())
    const ranking = { id, seasonId: season.id, name, rule: toCanonicalRule(rule) }
    await store.putRanking(sql, now(), ranking)
    return ranking
  })
}

const listRuleMistakes = ({ rankable }: RankingServices, rule: RankingRule | undefined) => [
  ...findRuleMistakes(rule ?? null),
  ...listUnknownLeagues(rule, rankable.scoreVersions),
]

export const requireRule = (services: RankingServices, rule: RankingRule | undefined) =>
  requireNone(listRuleMistakes(services, rule))

function listUnknownLeagues(
  rule: Partial<RankingRule> | undefined,
  known: ReadonlyMap<string, string>,
): string[] {
  const league = rule?.measure?.league
  if (typeof league !== 'string' || known.has(league)) return []
  return [
    `measure.league of the rule must be a league that this service knows; "${league.slice(0, 80)}" is none. GET /api/v1/leagues lists them.`,
  ]
}

export async function removeRanking(services: RankingServices, ranking: Ranking): Promise<void> {
  await changeOpen(services, ranking.seasonId, async (sql, season) => {
    await store.deleteRanking(sql, ranking)
    await tellEntered(services, sql, season, 'rankingDeleted', ranking.name)
  })
}

export async function removeSeason({ db, ...services }: RankingServices, id: string): Promise<void> {
  await db.transaction(async (sql) => {
    const season = await store.holdSeason(sql, id)
    if (!season) throw noSuchSeason()
    await tellEntered(services, sql, season, 'seasonDeleted')
    await store.deleteSeason(sql, id)
  })
}

/** What is read from then on is what was written down; a second time does nothing. */
export async function closeSeason(services: RankingServices, season: Season): Promise<void> {
  if (season.closedAt !== null) return
  await freeze(services, season, async (sql) => {
    const managers = await listManagers(services, sql, season)
    await tell(services, sql, season, managers, { event: 'season.closed' })
  })
}

export async function reopenSeason({ db, ...services }: RankingServices, id: string): Promise<void> {
  await db.transaction(async (sql) => {
    const season = await store.holdSeason(sql, id)
    if (!season || season.closedAt === null) return
    for (const ranking of await store.listRankings(sql, [id])) await store.setDocument(sql, ranking.id, null)
    await store.updateSeason(sql, { ...season, closedAt: null })
    await tellEntered(services, sql, season, 'seasonReopened')
  })
}
