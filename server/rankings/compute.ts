// Computes the standings of a ranking from the facts as they are stored: in a thread, and with what is known of pilots who have
// not changed.
import type { Ranking } from '#contract/clubs/api.ts'
import { join } from 'node:path'
import { Piscina } from 'piscina'
import type { FlightDecision } from '#contract/clubs/proof.ts'
import { compareTexts } from '#rankings/candidate.ts'
import { MINUTE_MS } from '#server/platform/time.ts'
import { findClubsVersion, listPublicClubs } from './clubs-store.ts'
import { indexSteps, listSteps, toDecisions } from './decisions-store.ts'
import { type Facts, readFacts } from './facts.ts'
import type { RankingTask, Standings, Withdrawal } from './ranking-thread.ts'
import type { RankingServices } from './sources.ts'
import * as store from './store.ts'
import type { Entry, Season } from './store.ts'

const MAX_SEASONS = 10
const IDLE_MS = 5 * MINUTE_MS

export interface Current extends Standings {
  readonly version: string
  /** When it was true. */
  readonly asOf: number
  /** Of a closed season: the names of then, and who may read it. */
  readonly closed?: { readonly names: Readonly<Record<string, string>>; readonly isPublic: boolean }
  /** What it was computed from, by pilot; of an open season. */
  readonly shown: ReadonlyMap<string, KeptFacts>
}

export interface KeptFacts {
  readonly key: string
  readonly bytes: Uint8Array
  /** What decisions are found by. */
  readonly names: readonly Pick<Facts, 'id' | 'ownerId' | 'hash' | 'track' | 'zones'>[]
}

const pool = new Piscina({
  filename: join(import.meta.dirname, 'ranking-thread.ts'),
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: IDLE_MS,
})

/** In the thread. */
export const presentKept = (text: string) => pool.run(text, { name: 'presentKept' }) as Promise<Standings>
export const withdrawFrom = (withdrawal: Withdrawal) =>
  pool.run(withdrawal, { name: 'withdrawFrom' }) as Promise<string | undefined>

/** Kept in memory for each database: tests have several in a process. */
export function createMemory<Kept>(): ({ db }: Pick<RankingServices, 'db'>) => Map<string, Kept> {
  const memories = new WeakMap<object, Map<string, Kept>>()
  return ({ db }) => {
    const memory = memories.get(db) ?? new Map<string, Kept>()
    memories.set(db, memory)
    return memory
  }
}

/** Puts it last: what comes first was not asked for the longest. */
export function keepLast<Kept>(memory: Map<string, Kept>, key: string, kept: Kept): Kept {
  memory.delete(key)
  memory.set(key, kept)
  return kept
}

/** Of the pilots of seasons. */
const seasonsOf = createMemory<Map<string, KeptFacts>>()

function factsOf(services: RankingServices, seasonId: string): Map<string, KeptFacts> {
  const seasons = seasonsOf(services)
  const facts = keepLast(seasons, seasonId, seasons.get(seasonId) ?? new Map<string, KeptFacts>())
  if (seasons.size > MAX_SEASONS) seasons.delete(seasons.keys().next().value!)
  return facts
}

export async function findVersion(
  { db }: Pick<RankingServices, 'db'>,
  season: Pick<Season, 'id' | 'closedAt'>,
  { rule }: Pick<Ranking, 'rule'>,
): Promise<string> {
  const version = `${season.closedAt} ${await store.findVersion(db.sql, season.id)}`
  return rule.group.by === 'club' ? `${version} ${await findClubsVersion(db.sql)}` : version
}

export const keyOf = ({ revision, lastChange }: Entry) => `${revision} ${lastChange}`

/** From the facts as they are stored. */
export async function computeStandings(
  services: RankingServices,
  season: Season,
  ranking: Ranking,
): Promise<Current> {
  const asOf = services.now()
  const version = await findVersion(services, season, ranking)
  const { shown, task } = await prepare(services, season, ranking)
  const standings = (await pool.run(task)) as Standings
  return { ...standings, version, asOf, shown }
}

async function prepare(services: RankingServices, season: Season, { id, rule }: Ranking) {
  const { sql } = services.db
  const entries = await store.listEntries(sql, store.ofSeason(season.id))
  const kept = factsOf(services, season.id)
  const there = new Set(entries.map((entry) => entry.id))
  for (const pilot of kept.keys()) if (!there.has(pilot)) kept.delete(pilot)
  const stale = entries.filter((entry) => kept.get(entry.id)?.key !== keyOf(entry))
  await readFacts(services, sql, season, stale, (entry, facts) => kept.set(entry.id, toKept(entry, facts)))
  // Another computation goes on with what is kept.
  const shown = new Map(kept)
  const clubs = rule.group.by === 'club' ? entries.flatMap(({ clubId }) => clubId ?? []) : []
  const shownClubs = await listPublicClubs(sql, [...new Set(clubs)])
  // Who reads a season of a hidden club is a member of it.
  if (season.clubId !== null) shownClubs.add(season.clubId)
  const task: RankingTask = {
    ranking: id,
    season: season.terms,
    rule,
    pilots: entries.map(({ userId: _user, excluded: _excluded, ...pilot }) => ({
      pilot,
      facts: shown.get(pilot.id)?.bytes ?? new TextEncoder().encode('[]'),
    })),
    decisions: await listDecisions(services, season, [...shown.values()]),
    shownClubs,
  }
  return { task, shown }
}

function toKept(entry: Entry, facts: readonly Facts[]): KeptFacts {
  return {
    key: keyOf(entry),
    bytes: Buffer.from(JSON.stringify(facts)),
    names: facts.map(({ id, ownerId, hash, track, zones }) => ({ id, ownerId, hash, track, zones })),
  }
}

async function listDecisions(
  { db }: RankingServices,
  { id }: Season,
  kept: readonly KeptFacts[],
): Promise<FlightDecision[]> {
  const find = indexSteps(await listSteps(db.sql, id))
  const decisions = kept.flatMap(({ names }) =>
    names.flatMap((flight) => toDecisions(flight.id, find(flight))),
  )
  return decisions.sort((a, b) => compareTexts(a.decidedAt, b.decidedAt))
}
