// `takeoffs import`: imports sites from a list, by their ids in it; importing the same list again changes nothing.
import type { Database } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'
import { loadPlaces } from './places.ts'
import { adoptTakeoff, findTakeoffBySource, insertTakeoff, type NewTakeoff, updateTakeoff } from './store.ts'
import { findNearest, madeByFlights } from './takeoffs.ts'
import { parseTakeoffs, type RefusedRow, type TakeoffSite } from './site-file.ts'

const BATCH_SIZE = 500
const MAX_REFUSALS_REPORTED = 100

export interface ImportReport {
  source: string
  added: number
  changed: number
  unchanged: number
  /** Take-offs created by flights within a kilometre, which now have the list's name and place. */
  adopted: number
  refused: number
  /** The first hundred of them. */
  refusals: RefusedRow[]
}

export async function importTakeoffs(
  { db, now }: { db: Database; now: () => number },
  text: string,
  source: string,
): Promise<ImportReport> {
  const { sites, refused } = parseTakeoffs(text)
  const counts = { added: 0, changed: 0, unchanged: 0, adopted: 0 }
  const describePlace = await loadPlaces()
  for (let at = 0; at < sites.length; at += BATCH_SIZE) {
    const batch = sites.slice(at, at + BATCH_SIZE).map((site) => ({
      ...toTakeoff(site, source, now()),
      country: site.country ?? describePlace(site.latitude, site.longitude).country ?? 'ZZ',
    }))
    const outcomes = await db.transaction(async (sql) => {
      const done: (keyof typeof counts)[] = []
      for (const takeoff of batch) done.push(await putTakeoff(sql, now(), takeoff))
      return done
    })
    for (const outcome of outcomes) counts[outcome]++
  }
  return { source, ...counts, refused: refused.length, refusals: refused.slice(0, MAX_REFUSALS_REPORTED) }
}

function toTakeoff({ externalId, name, latitude, longitude }: TakeoffSite, source: string, nowMs: number) {
  return { id: createId(nowMs), name, latitude, longitude, sourceId: `${source}:${externalId}`, madeBy: null }
}

export async function putTakeoff(
  sql: Parameters<typeof findNearest>[0],
  nowMs: number,
  takeoff: NewTakeoff & { sourceId: string },
): Promise<'added' | 'changed' | 'unchanged' | 'adopted'> {
  const known = await findTakeoffBySource(sql, takeoff.sourceId)
  if (known) {
    const isSame = (['name', 'country', 'latitude', 'longitude'] as const).every(
      (member) => known[member] === takeoff[member],
    )
    if (isSame) return 'unchanged'
    await updateTakeoff(sql, nowMs, takeoff)
    return 'changed'
  }
  const nearest = await findNearest(sql, takeoff.latitude, takeoff.longitude, madeByFlights)
  if (nearest && (await adoptTakeoff(sql, nowMs, nearest.id, takeoff))) return 'adopted'
  await insertTakeoff(sql, nowMs, takeoff)
  return 'added'
}
