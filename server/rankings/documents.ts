// Closed seasons: one document for each ranking, from which only goes what must.
import type { Ranking } from '#contract/clubs/api.ts'
import type { SealedProof } from '#contract/clubs/proof.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { conflict } from '#server/platform/errors.ts'
import { computeStandings, type Current, findVersion, presentKept, withdrawFrom } from './compute.ts'
import { isPublicClub } from './clubs-store.ts'
import { listNames } from './names.ts'
import type { Document } from './ranking-thread.ts'
import type { RankingServices } from './sources.ts'
import * as store from './store.ts'
import type { Season } from './store.ts'

const MAX_TRIES = 5
const addressOf = (flightId: string) => `/f/${flightId}`
const listIds = (zones: string | null) => zones?.split(' ') ?? []

/** Computed before the season is held, and again where something has changed meanwhile. */
export async function freeze(
  services: RankingServices,
  season: Season,
  done: (sql: Sql) => Promise<void>,
): Promise<void> {
  const { db, now } = services
  const isOpen = season.clubId === null || (await isPublicClub(db.sql, season.clubId))
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const documents = new Map<string, string>()
    const closedAt = now()
    const before = await store.findVersion(db.sql, season.id)
    for (const ranking of await store.listRankings(db.sql, [season.id])) {
      const current = await computeStandings(services, season, ranking)
      const isPublic = isOpen && ranking.rule.audience === 'public'
      documents.set(ranking.id, await writeDocument(services, season, current, isPublic, closedAt))
    }
    const isDone = await db.transaction(async (sql) => {
      const held = await store.holdSeason(sql, season.id)
      if (!held || held.closedAt !== null) return true
      if ((await store.findVersion(sql, season.id)) !== before) return false
      for (const [id, document] of documents) await store.setDocument(sql, id, document)
      await store.updateSeason(sql, { ...held, closedAt })
      await store.setChecked(sql, season.id, (await store.findVersion(sql, season.id))!)
      await done(sql)
      return true
    })
    if (isDone) return
  }
  throw conflict('Flights of the season are changing right now: close it again in a minute.')
}

async function writeDocument(
  { db }: RankingServices,
  season: Season,
  { rows, byPilot, proof, shown }: Current,
  isPublic: boolean,
  closedAt: number,
): Promise<string> {
  const keys = [...new Set([...rows.map(({ key }) => key), ...byPilot.keys()])]
  const names = Object.fromEntries(await listNames(db.sql, season, keys))
  const sealed = JSON.parse(Buffer.from(proof).toString()) as SealedProof
  const zones = [...shown.values()].flatMap((kept) =>
    kept.names.map((flight) => [addressOf(flight.id), listIds(flight.zones)] as const),
  )
  const document: Document = {
    sealed,
    names,
    zones: Object.fromEntries(zones.filter(([, ids]) => ids.length > 0)),
    isPublic,
    closedAt: new Date(closedAt).toISOString(),
  }
  return JSON.stringify(document)
}

/** What is read of a closed season. */
export async function openDocument(
  services: RankingServices,
  season: Season,
  ranking: Ranking,
): Promise<Current> {
  await removeGone(services, season.id)
  const version = await findVersion(services, season, ranking)
  const text = await store.findDocument(services.db.sql, ranking.id)
  const { names, isPublic, closedAt, sealed } = JSON.parse(text!) as Document
  const standings = await presentKept(JSON.stringify(sealed))
  return { ...standings, version, asOf: Date.parse(closedAt), closed: { names, isPublic }, shown: new Map() }
}

/** Before a reading, and soon after every change: nothing stays in a document that is not for its readers any more. */
export async function removeGone(services: RankingServices, seasonId: string): Promise<void> {
  const { db } = services
  const season = await store.findSeason(db.sql, seasonId)
  if (!season || season.closedAt === null) return
  if (season.checked === (await store.findVersion(db.sql, seasonId))) return
  await db.transaction(async (sql) => {
    const held = await store.holdSeason(sql, seasonId)
    const version = await store.findVersion(sql, seasonId)
    if (!held || held.closedAt === null || version === undefined) return
    const entries = await store.listEntries(sql, store.ofSeason(seasonId))
    const ids = entries.map(({ userId }) => userId)
    const visible = await services.rankable.listPublic(sql, ids, held.terms)
    const withdrawal = {
      pilots: new Set(entries.map(({ id }) => id)),
      visible: new Map(visible.map(({ id, zones }) => [addressOf(id), listIds(zones)])),
      withdrawnAt: new Date(services.now()).toISOString(),
    }
    for (const { id } of await store.listRankings(sql, [seasonId])) {
      const document = await store.findDocument(sql, id)
      const left = document && (await withdrawFrom({ ...withdrawal, document }))
      if (left) await store.setDocument(sql, id, left)
    }
    await store.setChecked(sql, seasonId, version)
  })
}
