// `takeoffs import`: imports sites from a list, by their ids in it; importing the same list again changes nothing.
import type { Sql } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { createId } from '#server/platform/ids.ts'
import type { Change } from '../record/change.ts'
import { loadPlaces } from './places.ts'
import {
  findTakeoffBySource,
  insertTakeoff,
  listFlightsAt,
  type NewTakeoff,
  type Takeoff,
  updateTakeoff,
} from './store.ts'
import { listNearest, madeByFlights } from './takeoffs.ts'
import { changeEach } from '../record/update.ts'
import { moveFlight } from './move-flight.ts'
import { parseTakeoffs, type RefusedRow, type TakeoffSite } from './site-file.ts'

const BATCH_SIZE = 500
const MAX_REFUSALS_REPORTED = 100

export interface ImportReport {
  source: string
  added: number
  changed: number
  unchanged: number
  /** New sites to which flights from within a kilometre have moved. */
  adopted: number
  refused: number
  /** The first hundred of them. */
  refusals: RefusedRow[]
}

export async function importTakeoffs(
  services: Services,
  text: string,
  source: string,
): Promise<ImportReport> {
  const { db, now } = services
  const { sites, refused } = parseTakeoffs(text)
  const counts = { added: 0, changed: 0, unchanged: 0, adopted: 0 }
  const describePlace = await loadPlaces()
  for (let at = 0; at < sites.length; at += BATCH_SIZE) {
    const batch = sites.slice(at, at + BATCH_SIZE).map((site) => ({
      ...toTakeoff(site, source, now()),
      country: site.country ?? describePlace(site.latitude, site.longitude).country ?? 'ZZ',
    }))
    const outcomes = await db.transaction(async (sql) => {
      const done: ('added' | 'changed' | 'unchanged')[] = []
      for (const takeoff of batch) done.push(await putTakeoff(sql, now(), takeoff))
      return done
    })
    for (const [index, outcome] of outcomes.entries()) {
      const hasGathered = outcome === 'added' && (await gatherFlights(services, batch[index]!)) > 0
      counts[hasGathered ? 'adopted' : outcome]++
    }
  }
  return { source, ...counts, refused: refused.length, refusals: refused.slice(0, MAX_REFUSALS_REPORTED) }
}

function toTakeoff({ externalId, name, latitude, longitude }: TakeoffSite, source: string, nowMs: number) {
  return { id: createId(nowMs), name, latitude, longitude, sourceId: `${source}:${externalId}`, madeBy: null }
}

export async function putTakeoff(
  sql: Sql,
  nowMs: number,
  takeoff: NewTakeoff & { sourceId: string },
): Promise<'added' | 'changed' | 'unchanged'> {
  const known = await findTakeoffBySource(sql, takeoff.sourceId)
  if (known) {
    const isSame = (['name', 'country', 'latitude', 'longitude'] as const).every(
      (member) => known[member] === takeoff[member],
    )
    if (isSame) return 'unchanged'
    await updateTakeoff(sql, nowMs, takeoff)
    return 'changed'
  }
  await insertTakeoff(sql, nowMs, takeoff)
  return 'added'
}

/** Flights that began within a kilometre, at places that their pilots have not named, begin at the site now. How many. */
export async function gatherFlights(services: Services, site: Takeoff): Promise<number> {
  const { sql } = services.db
  const change = (begun: Change, { id }: { id: string }) => moveFlight(begun, id, async () => site.id)
  let gathered = 0
  for (const place of await listNearest(sql, site.latitude, site.longitude, madeByFlights)) {
    const flights = await listFlightsAt(sql, place.id)
    for (const [ownerId, theirs] of Map.groupBy(flights, (flight) => flight.ownerId))
      gathered += await changeEach({ services, ownerId, change }, theirs)
  }
  return gathered
}
