// Ranks one pilot again after a change, and everyone: both judge, choose and combine by the same functions.
import type { RankingEntry } from '#contract/clubs/proof.ts'
import type { RankingRule } from '#contract/clubs/rule.ts'
import { addUp, chooseMembers, combine, findStates, judgeAll, type Member } from '#rankings/rank.ts'
import { findStanding, judge } from '#rankings/judge.ts'
import { createTurns } from '#server/platform/concurrency/turns.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { listMains } from './clubs-store.ts'
import { listMissing, refreshEntries, toEntry, toState } from './entries.ts'
import * as entries from './entries-store.ts'
import { listFrozen, sealChanged } from './proofs.ts'
import * as results from './results-store.ts'
import type { RankingServices } from './sources.ts'
import * as store from './store.ts'
import type { Season, SeasonPilot, StoredRanking } from './store.ts'
import { listUnchecked, setAside } from './triggers.ts'

/** A choice by rules at their limit takes tens of milliseconds, and a season has many. */
const giveWay = createTurns(10)

/** Reads the flights of a pilot as far as they have changed, and chooses among them in every ranking of the season. */
export async function rerankPilot(services: RankingServices, pilotId: string): Promise<void> {
  await services.db.transaction((sql) => rerankWithin(services, sql, pilotId))
}

export async function rerankWithin(services: RankingServices, sql: Sql, pilotId: string): Promise<void> {
  const known = await store.findPilotById(sql, pilotId)
  const season = known && (await store.holdSeason(sql, known.seasonId))
  // Read again under the lock: the pilot may have left, or chosen other terms.
  const pilot = season && (await store.findPilotById(sql, pilotId))
  if (!pilot) return
  const change = await store.findLastChange(sql, pilot.userId)
  const { isChanged, twins } = await rankFlights(services, sql, season, pilot)
  await store.noteRanked(sql, pilotId, change)
  for (const twin of await store.listPilots(sql, { ids: twins }))
    await rankFlights(services, sql, season, twin)
  if (isChanged && season.closedAt !== null) await sealChanged(services, sql, season)
}

async function rankFlights(
  services: RankingServices,
  sql: Sql,
  season: Season,
  pilot: SeasonPilot,
): Promise<{ isChanged: boolean; twins: string[] }> {
  const held = await refreshEntries(services, sql, season, pilot, await listMains(sql, pilot.userId))
  const rankings = await store.listRankings(sql, season.id)
  const seen = { season, pilot, rankings }
  const { steps, isNew, twins } = await setAside(services, sql, seen, held)
  if (listMissing(services, seen, held).length > 0 || listUnchecked(services, seen, held).length > 0)
    await store.setUnscored(sql, { pilotId: pilot.id }, true)
  const decided = findStates(entries.toDecisions(steps))
  const standings = new Map(
    held.map((entry) => [entry.id, findStanding(season.terms, entry.facts, toState(entry, pilot, decided))]),
  )
  // The others count in no ranking.
  const entriesFor = rememberEntries(
    held.filter(({ id }) => standings.get(id) === null),
    pilot,
  )
  const before = Map.groupBy(await results.listPilotMembers(sql, pilot.id), ({ rankingId }) => rankingId)
  const changed: (Touched & { gone: readonly string[] })[] = []
  for (const ranking of rankings) {
    await giveWay()
    const judgements = entriesFor(ranking.rule).map((entry) => judge(ranking.rule, entry, null))
    const change = findChange(before.get(ranking.id) ?? [], chooseMembers(ranking.rule, judgements))
    if (change.keys.length > 0) changed.push({ ranking, ...change })
  }
  for (const { ranking, gone } of changed) await results.deletePilotMembers(sql, pilot.id, ranking.id, gone)
  await results.putMembers(
    sql,
    changed.flatMap(({ ranking, members }) =>
      members.map((member) => ({ ...member, rankingId: ranking.id })),
    ),
  )
  await addUpRows(sql, changed)
  return { isChanged: isNew || changed.length > 0, twins }
}

/** Rules that rank by the same figure see the same entries. */
function rememberEntries(held: readonly entries.HeldEntry[], pilot: SeasonPilot) {
  const known = new Map<string, RankingEntry[]>()
  return (rule: RankingRule): RankingEntry[] => {
    const key = `${rule.figure.of} ${rule.figure.league}`
    const found = known.get(key) ?? held.map((entry) => toEntry(rule, entry, pilot))
    known.set(key, found)
    return found
  }
}

const keysOf = (members: readonly { key: string }[]) => [...new Set(members.map(({ key }) => key))]

/** The rows to which the pilot brings other flights than before, and what is brought now. */
function findChange(old: readonly results.WrittenMember[], now: readonly Member[]) {
  const flightsOf = new Map(old.map(({ key, flights }) => [key, flights]))
  const members = now.filter(({ key, flights }) => flightsOf.get(key) !== results.writeFlights(flights))
  const kept = new Set(now.map(({ key }) => key))
  const gone = keysOf(old).filter((key) => !kept.has(key))
  return { members, gone, keys: [...keysOf(members), ...gone] }
}

interface Touched {
  readonly ranking: StoredRanking
  readonly keys: readonly string[]
  readonly members: readonly Member[]
}

/** From the members that rows have now; a row without any goes. */
async function addUpRows(sql: Sql, touched: readonly Touched[]): Promise<void> {
  for (const { ranking, keys } of touched) {
    const byKey = Map.groupBy(await results.listMembers(sql, ranking.id, keys), ({ key }) => key)
    const gone = keys.filter((key) => !byKey.has(key))
    await results.deleteRows(sql, ranking.id, gone)
    const rows = [...byKey].map(([key, own]) => combine(ranking.rule, key, own))
    await results.putRows(
      sql,
      rows.map((row) => results.toHeldRow(ranking.id, row)),
    )
  }
}

/** The pilot's consent has ended: nothing of it stays in the season. */
export async function removePilot(
  services: Pick<RankingServices, 'now'>,
  sql: Sql,
  pilot: SeasonPilot,
): Promise<void> {
  const season = await store.holdSeason(sql, pilot.seasonId)
  if (!season) return
  const byRanking = Map.groupBy(await results.listPilotMembers(sql, pilot.id), ({ rankingId }) => rankingId)
  const rankings = await store.listRankings(sql, season.id)
  const touched = rankings.map((ranking) => ({
    ranking,
    keys: keysOf(byRanking.get(ranking.id) ?? []),
    members: [],
  }))
  for (const { ranking, keys } of touched) await results.deletePilotMembers(sql, pilot.id, ranking.id, keys)
  await store.deletePilot(sql, pilot.id)
  await addUpRows(sql, touched)
  await sealChanged(services, sql, season, pilot.id)
}

/** From the entries as they are stored; the flights are not read. */
export async function rebuildRanking(sql: Sql, season: Season, ranking: StoredRanking): Promise<void> {
  const { members, rows } = await computeRanking(sql, season, ranking)
  await results.clearRanking(sql, ranking.id)
  await results.putMembers(
    sql,
    members.map((member) => ({ ...member, rankingId: ranking.id })),
  )
  await results.putRows(sql, rows)
}

export async function computeRanking(sql: Sql, season: Season, ranking: StoredRanking) {
  const { id, rule } = ranking
  const pilots = new Map(
    (await store.listPilots(sql, { seasonId: season.id })).map((pilot) => [pilot.id, pilot]),
  )
  const held = await entries.listSeasonEntries(sql, season.id)
  const frozen = await listFrozen(sql, season, ranking, (pilotId) => pilots.has(pilotId))
  const decided = findStates(await entries.listDecisions(sql, { seasonId: season.id }, held))
  const ownerOf = (pilotId: string) => pilots.get(pilotId)!
  const states = new Map([
    ...findStates(frozen.decisions),
    ...held.map((entry) => [entry.id, toState(entry, ownerOf(entry.pilotId), decided)] as const),
  ])
  const all = held.map((entry) => toEntry(rule, entry, ownerOf(entry.pilotId)))
  const judgements = judgeAll(rule, season.terms, [...all, ...frozen.entries], states)
  const members: Member[] = []
  for (const own of Map.groupBy(judgements, ({ entry }) => entry.pilot).values()) {
    await giveWay()
    members.push(...chooseMembers(rule, own))
  }
  return { members, rows: addUp(rule, members).map((row) => results.toHeldRow(id, row)) }
}

/** Rows that are stored otherwise than a rebuild has them; 0 unless there is a fault. */
export async function countDifferences(sql: Sql, season: Season, ranking: StoredRanking): Promise<number> {
  const { rows } = await computeRanking(sql, season, ranking)
  const computed = new Map(rows.map((row) => [row.key, describeRow(row)]))
  const stored = new Map((await results.listRows(sql, ranking.id)).map((row) => [row.key, describeRow(row)]))
  const keys = new Set([...computed.keys(), ...stored.keys()])
  return [...keys].filter((key) => computed.get(key) !== stored.get(key)).length
}

const describeRow = ({ sum, best, flights, lastDay }: results.HeldRow) =>
  [sum, best, flights, lastDay].join(' ')
