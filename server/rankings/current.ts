// The standings of a ranking: from memory while nothing has changed, else computed, once at a time.
import type { Ranking } from '#contract/clubs/api.ts'
import { MINUTE_MS } from '#server/platform/time.ts'
import { computeStandings, type Current, findVersion, keyOf } from './compute.ts'
import { openDocument } from './documents.ts'
import type { RankingServices } from './sources.ts'
import * as store from './store.ts'
import type { Season } from './store.ts'

/** While a new one is computed, readers get the last when it is no older. */
const MAX_AGE_MS = MINUTE_MS
const MAX_KEPT_BYTES = 128_000_000

/** Of one database: tests have several in a process. */
class Memory {
  readonly standings = new Map<string, Current>()
  readonly running = new Map<string, Promise<Current>>()

  keep(rankingId: string, current: Current): void {
    this.standings.delete(rankingId)
    this.standings.set(rankingId, current)
    let bytes = 0
    for (const [id, { proof }] of [...this.standings].reverse())
      if ((bytes += 2 * proof.byteLength) > MAX_KEPT_BYTES && id !== rankingId) this.standings.delete(id)
  }
}

const memories = new WeakMap<object, Memory>()

function memoryOf({ db }: Pick<RankingServices, 'db'>): Memory {
  const memory = memories.get(db) ?? new Memory()
  memories.set(db, memory)
  return memory
}

/** The standings as of now, or of less than a minute ago where nothing in them had to go since. */
export async function readStandings(
  services: RankingServices,
  season: Season,
  ranking: Ranking,
): Promise<Current> {
  const memory = memoryOf(services)
  const version = await findVersion(services, season, ranking)
  const known = memory.standings.get(ranking.id)
  if (known?.version === version) return known
  const running = memory.running.get(ranking.id)
  if (running && known && !known.closed && (await mayStillShow(services, season, known))) return known
  // What runs may have begun before the change that this reader is to see.
  const made = await (running ?? begin(services, memory, season, ranking))
  return made.version === version || !running ? made : readStandings(services, season, ranking)
}

function begin(
  services: RankingServices,
  memory: Memory,
  season: Season,
  ranking: Ranking,
): Promise<Current> {
  const making = (season.closedAt === null ? computeStandings : openDocument)(services, season, ranking)
    .then((made) => {
      memory.keep(ranking.id, made)
      return made
    })
    .finally(() => memory.running.delete(ranking.id))
  memory.running.set(ranking.id, making)
  return making
}

/** Of a rule that is stored nowhere: nothing of it is kept, and a season computes one at a time. */
export async function readPreview(
  services: RankingServices,
  season: Season,
  ranking: Ranking,
): Promise<Current> {
  const { running } = memoryOf(services)
  const key = `preview ${season.id}`
  while (running.has(key)) await running.get(key)?.catch(() => undefined)
  const making = computeStandings(services, season, ranking).finally(() => running.delete(key))
  running.set(key, making)
  return making
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
