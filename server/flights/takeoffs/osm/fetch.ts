// `sites fetch`: take-offs of OpenStreetMap, square by square of one degree, through the same import as a file of sites.
//   squares of a region, or those that flights began in -> one question each -> a file of sites -> imported
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '#server/platform/database/database.ts'
import { noteFact } from '#server/platform/installation.ts'
import { CommandFailure, findOption, type Options } from '#server/platform/options.ts'
import { attempt, explainFailure } from '#server/platform/outgoing/attempts.ts'
import type { Services } from '#server/platform/services.ts'
import { SECOND_MS } from '#server/platform/time.ts'
import { type Corner, listCorners, nameCorner } from '#server/terrain/fetch/region.ts'
import { importTakeoffs } from '../import.ts'
import { askOverpass } from './overpass.ts'
import { writeSiteList } from './site-list.ts'

const noCounts = { sites: 0, added: 0, changed: 0, unchanged: 0, adopted: 0, leftOut: 0 }

/** Of what came: sites by what became of them, as an import counts them; landings and places without a name are left out. */
export type SiteCounts = typeof noCounts

export interface SitesReport extends SiteCounts {
  /** The server that was asked. */
  source: string
  squares: number
  /** Of these nothing was imported. */
  failed: string[]
  credit: string
}

export const CREDIT = '© OpenStreetMap contributors, ODbL 1.0 (openstreetmap.org/copyright)'
/** The fact that tells which server was asked where flights began. */
export const ASKED = 'sites asked of'
/** Public servers are for questions, not for copies of the world. */
const MAX_SQUARES = 500
const ATTEMPTS = { count: 4, pauseMs: 5 * SECOND_MS, factor: 3 }
const PAUSE_MS = SECOND_MS
/** Failures of so many squares in a row are those of the server. */
const MAX_IN_A_ROW = 2

/** Of a region, or without one of the degrees that flights began in. */
export async function fetchSites(
  services: Services,
  options: Options,
  _words: readonly string[] = [],
  { pauseMs = PAUSE_MS, attempts = ATTEMPTS } = {},
): Promise<SitesReport> {
  const squares = await listSquares(services, options)
  const { host } = new URL(services.config.sitesUrl)
  const tell = (line: string) => process.stderr.write(`${line}\n`)
  if (!options.has('bbox')) await noteFact(services.db.sql, ASKED, host)
  if (squares.length > 0)
    tell(`${describeAsking(host, squares.length)} They are ${squares.map(nameCorner).join(', ')}.`)
  const report: SitesReport = {
    source: host,
    squares: squares.length,
    ...noCounts,
    failed: [],
    credit: CREDIT,
  }
  let inARow = 0
  for (const [index, square] of squares.entries()) {
    if (inARow >= MAX_IN_A_ROW) {
      report.failed.push(nameCorner(square))
      continue
    }
    if (index > 0) await sleep(pauseMs)
    try {
      const counts = await attempt(attempts, () => fetchSquare(services, square))
      for (const name of Object.keys(noCounts) as (keyof SiteCounts)[]) report[name] += counts[name]
      tell(`${nameCorner(square)}: ${counts.sites} take-offs, ${counts.added + counts.adopted} of them new`)
      inARow = 0
    } catch (error) {
      tell(`${nameCorner(square)}: ${explainFailure(error as Error)}`)
      report.failed.push(nameCorner(square))
      inARow++
    }
  }
  if (report.failed.length === 0) return report
  throw new CommandFailure(
    `${report.failed.length} of ${squares.length} squares could not be fetched, and nothing of them was imported; run the command again later.`,
    report,
  )
}

/** Throws with a sentence, and nothing is imported. */
export async function fetchSquare(
  services: Services,
  square: Corner,
  options: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<SiteCounts> {
  const { text, sites, leftOut } = writeSiteList(await askOverpass(services, square, options))
  const { added, changed, unchanged, adopted, refused } = await importTakeoffs(services, text, 'osm')
  return { sites, added, changed, unchanged, adopted, leftOut: leftOut + refused }
}

/** For the operator, before it is done. */
export function describeAsking(host: string, squares: number): string {
  return `${host} is asked for the take-offs in ${squares} ${squares === 1 ? 'square' : 'squares'} of one degree, and so learns which squares these are.`
}

export async function listSquares({ db }: Services, options: Options): Promise<Corner[]> {
  const bbox = findOption(options, 'bbox')
  const squares = bbox === undefined ? await listLaunchSquares(db.sql) : listCorners(bbox)
  if (squares.length > MAX_SQUARES)
    throw new Error(
      `These are ${squares.length} squares of one degree; fetch at most ${MAX_SQUARES} at once, with --bbox.`,
    )
  return squares
}

/** Rounded, as SQLite has no floor. */
export async function listLaunchSquares(sql: Sql): Promise<Corner[]> {
  return sql<Corner>`
    select distinct cast(round(launch_latitude - 0.5) as integer) as south,
      cast(round(launch_longitude - 0.5) as integer) as west
    from flights where launch_latitude is not null order by 1, 2`
}
