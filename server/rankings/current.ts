// The standings of a ranking: from memory while nothing has changed, else computed, once at a time.
import type { Ranking } from '#contract/clubs/api.ts'
import { MINUTE_MS } from '#server/platform/time.ts'
import { computeStandings, createMemory, type Current, findVersion, keepLast, keyOf } from './compute.ts'
import { openDocument } from './documents.ts'
import type { RankingServices } from './sources.ts'
import * as store from './store.ts'
import type { Season } from './store.ts'

/** While a new one is computed, readers get the last when it is no older. */
const MAX_AGE_MS = MINUTE_MS
const MAX_KEPT_BYTES = 128_000_000

const standingsOf = createMemory<Current>()
const runningOf = createMemory<Promise<Current>>()

/** The standings as of now, or of less than a minute ago where nothing in them had to go since. */
export async function readStandings(
  services: RankingServices,
  season: Season,
  ranking: Ranking,
): Promise<Current> {
  const version = await findVersion(services, season, ranking)
  const known = standingsOf(services).get(ranking.id)
  if (known?.version === version) return known
  const running = runningOf(services).get(ranking.id)
  if (running && known && !known.closed && (await mayStillShow(services, season, known))) return known
  // What runs may have begun before the change that this reader is to see.
  const made = await (running ?? begin(services, season, ranking))
  return made.version === version || !running ? made : readStandings(services, season, ranking)
}

function begin(services: RankingServices, season: Season, ranking: Ranking): Promise<Current> {
  const compute = season.closedAt === null ? computeStandings : openDocument
  return run(services, ranking.id, async () => {
    const made = await compute(services, season, ranking)
    keep(standingsOf(services), ranking.id, made)
    return made
  })
}

function run(services: RankingServices, key: string, make: () => Promise<Current>): Promise<Current> {
  const running = runningOf(services)
  const making = make().finally(() => running.delete(key))
  running.set(key, making)
  return making
}

function keep(standings: Map<string, Current>, rankingId: string, current: Current): void {
  keepLast(standings, rankingId, current)
  let bytes = 0
  for (const [id, { proof }] of [...standings].reverse())
    if ((bytes += 2 * proof.byteLength) > MAX_KEPT_BYTES && id !== rankingId) standings.delete(id)
}

/** Of a rule that is stored nowhere: nothing of it is kept, and a season computes one at a time. */
export async function readPreview(
  services: RankingServices,
  season: Season,
  ranking: Ranking,
): Promise<Current> {
  const running = runningOf(services)
  const key = `preview ${season.id}`
  while (running.has(key)) await running.get(key)?.catch(() => undefined)
  return run(services, key, () => computeStandings(services, season, ranking))
}

/** Whether all pilots and flights that it shows are still for everyone to see. */
async function mayStillShow(services: RankingServices, season: Season, known: Current): Promise<boolean> {
  const { db, rankable, now } = services
  if (now() - known.asOf > MAX_AGE_MS) return false
  const entries = await store.listEntries(db.sql, store.ofSeason(season.id))
  const still = new Set(entries.map(({ id }) => id))
  if ([...known.shown.keys()].some((pilot) => !still.has(pilot))) return false
  const changed = entries.filter((entry) => known.shown.get(entry.id)?.key !== keyOf(entry))
  const ids = changed.map(({ userId }) => userId)
  const visible = await rankable.listPublic(db.sql, ids, season.terms)
  const zonesOf = new Map(visible.map(({ id, zones }) => [id, zones]))
  return changed.every(({ id: pilot, excluded }) =>
    (known.shown.get(pilot)?.names ?? []).every(
      ({ id, zones }) => zonesOf.get(id) === zones && !excluded.includes(id),
    ),
  )
}
