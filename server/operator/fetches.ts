// Data of others that the service can bring: sites and heights of where flights went. The operator decides, and pilots are told.
import type { OperatorFetches } from '#dashboard/operator.ts'
import { ASKED, findWanted, listLaunchSquares } from '#server/flights/takeoffs/osm/job.ts'
import type { FlightServices } from '#server/flights/record/services.ts'
import { listShapes } from '#server/flights/tracks/shapes-store.ts'
import { listWorks, type WorkRow } from '#server/platform/background/store.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { findFact } from '#server/platform/database/installation.ts'
import type { Services } from '#server/platform/services.ts'
import { FILE_MB } from '#server/platform/settings/heights.ts'
import { listFlownCorners } from '#server/terrain/fetch/flown.ts'
import { nameCorner } from '#server/terrain/fetch/region.ts'
import { isSwitchedOn } from '#server/terrain/fetch/switch.ts'

/** So many of the newest flights say where heights are wanted. */
const MAX_FLIGHTS = 2000
const AFTER_ALL_IDS = 'g'

export async function describeFetches(services: Services): Promise<OperatorFetches> {
  const { db, config } = services
  const works = new Map((await listWorks(db.sql)).map((row) => [row.name, row]))
  const [row] = await db.sql<{ listed: number }>`
    select count(*) as listed from takeoffs where source_id is not null`
  const wanted = await findWanted(services)
  const { url, maxMegabytes } = config.terrain
  const squares = await countFlownSquares(db.sql)
  return {
    sites: {
      host: new URL(config.sitesUrl).host,
      squares: (await listLaunchSquares(db.sql)).length,
      listed: row?.listed ?? 0,
      waiting: wanted?.squares ?? null,
      lastError: wanted?.hasFailed ? (works.get('sites')?.last_error ?? null) : null,
    },
    heights: {
      host: new URL(url).host,
      state: await findState(services),
      squares,
      megabytes: Math.min(squares * FILE_MB, maxMegabytes),
      maxMegabytes,
      ...describeHeightWork(works.get('terrain')),
    },
  }
}

async function findState({ db, config }: Services): Promise<OperatorFetches['heights']['state']> {
  const { auto } = config.terrain
  if (!auto) return 'own'
  if (auto.isSet) return 'set'
  return (await isSwitchedOn(db.sql)) ? 'on' : 'off'
}

async function countFlownSquares(sql: Sql): Promise<number> {
  const flights = await listShapes(sql, { before: AFTER_ALL_IDS }, MAX_FLIGHTS)
  return new Set(flights.flatMap(({ shape }) => listFlownCorners(shape).map(nameCorner))).size
}

function describeHeightWork(work: WorkRow | undefined) {
  if (!work || work.progress_of === null) return { waiting: null, lastError: null }
  const waiting = work.progress_of - (work.progress_done ?? 0)
  // The last error stays when all goes well again.
  return { waiting, lastError: work.progress_failed ? work.last_error : null }
}

/** For `/privacy`: servers that know where flights of this installation went, or began. */
export async function findSources({
  db,
  config,
  terrain,
}: Pick<FlightServices, 'db' | 'config' | 'terrain'>) {
  const isFetched = config.terrain.auto && (terrain.find() !== undefined || (await isSwitchedOn(db.sql)))
  return {
    heights: isFetched ? new URL(config.terrain.url).host : undefined,
    sites: await findFact(db.sql, ASKED),
  }
}
