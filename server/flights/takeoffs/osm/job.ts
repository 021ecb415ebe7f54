// Take-offs of OpenStreetMap, square by square of one degree, through the same import as a file of sites: of a region, or of the
// squares that flights began in. Wanted by `sites fetch` or the operator's click, and fetched in the background: one question
// at a time, of all nodes together.
//   wanted ──fetched──> the rest is wanted ──the last──> done
//     └──failed──> later, this square last ──five times in a row──> given up
import type { Sql } from '#server/platform/database/database.ts'
import type { Pace } from '#server/platform/background/watch.ts'
import { takeTurn } from '#server/platform/database/leases.ts'
import { findFact, noteFact, replaceFact } from '#server/platform/database/installation.ts'
import { findOption, type Options } from '#server/platform/options.ts'
import { explainFailure } from '#server/platform/outgoing/failures.ts'
import type { Services } from '#server/platform/services.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#server/platform/time.ts'
import { type Corner, listCorners, nameCorner } from '#server/terrain/fetch/region.ts'
import { importTakeoffs } from '../import.ts'
import { askOverpass, Busy } from './overpass.ts'
import { writeSiteList } from './site-list.ts'

interface Wanted {
  squares: Corner[]
  /** How many there were. */
  of: number
  /** In a row. */
  failures: number
  dueAt: number
}

export const SITES_POLL_MS = 3 * SECOND_MS
const WANTED = 'sites wanted'
/** The fact that tells which server was asked where flights began. */
export const ASKED = 'sites asked of'
/** Public servers are for questions, not for copies of the world. */
const MAX_SQUARES = 500
const turn = { id: 'sites', leaseMs: MINUTE_MS, pauseMs: 2 * SECOND_MS }
/** After each failure in a row; then it is given up. */
const RETRY_AFTER_MS = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS]

/** From the beginning, also when an earlier request is under way. */
export async function requestSites(services: Services, options: Options = new Map()): Promise<object> {
  const { db, now, config } = services
  const bbox = findOption(options, 'bbox')
  const squares = bbox === undefined ? await listLaunchSquares(db.sql) : listCorners(bbox)
  if (squares.length === 0) throw new Error('No flight has been stored yet: there is no square to ask for.')
  if (squares.length > MAX_SQUARES)
    throw new Error(
      `These are ${squares.length} squares of one degree; fetch at most ${MAX_SQUARES} at once, with --bbox.`,
    )
  const { host } = new URL(config.sitesUrl)
  const wanted: Wanted = { squares, of: squares.length, failures: 0, dueAt: now() }
  if (bbox === undefined) await noteFact(db.sql, ASKED, host)
  await noteFact(db.sql, WANTED, JSON.stringify(wanted))
  return { source: host, squares: squares.length }
}

/** How many squares are left, and whether the last question has failed; undefined when none is wanted. */
export async function findWanted({
  db,
}: Services): Promise<{ squares: number; hasFailed: boolean } | undefined> {
  const fact = await findFact(db.sql, WANTED)
  if (fact === undefined) return undefined
  const { squares, failures } = JSON.parse(fact) as Wanted
  return { squares: squares.length, hasFailed: failures > 0 }
}

/** One square at most. */
export async function fetchNextSquare(services: Services, signal: AbortSignal, pace: Pace): Promise<void> {
  if (!(await findDue(services))) return
  await takeTurn(services, turn, signal, async (abort) => {
    // The holder of the turn before may have done it.
    const due = await findDue(services)
    if (!due) return
    const next = await advance(services, due.wanted, abort, pace)
    if (!next) return
    const isLast = next.squares.length === 0
    const rest = isLast ? undefined : JSON.stringify(next)
    const isOurs = await replaceFact(services.db.sql, WANTED, due.fact, rest)
    const progress = { done: next.of - next.squares.length, of: next.of, failed: next.failures > 0 ? 1 : 0 }
    if (isOurs) await pace.progress(isLast ? null : progress)
  })
}

async function findDue({ db, now }: Services): Promise<{ fact: string; wanted: Wanted } | undefined> {
  const fact = await findFact(db.sql, WANTED)
  if (fact === undefined) return undefined
  const wanted = JSON.parse(fact) as Wanted
  return wanted.dueAt <= now() ? { fact, wanted } : undefined
}

/** Gives the squares that are wanted after one question; undefined when the node stops and another is to ask it. */
async function advance(
  services: Services,
  wanted: Wanted,
  signal: AbortSignal,
  pace: Pace,
): Promise<Wanted | undefined> {
  const { now, log } = services
  const [square, ...rest] = wanted.squares
  try {
    const counts = await fetchSquare(services, square!, { signal })
    pace.count(1)
    log.info({ square: nameCorner(square!), ...counts }, 'sites were fetched')
    return { ...wanted, squares: rest, failures: 0, dueAt: now() }
  } catch (error) {
    if (signal.aborted) return undefined
    const why = `${nameCorner(square!)}: ${explainFailure(error as Error)}`
    pace.noteError(why)
    log.info(
      { square: nameCorner(square!), failures: wanted.failures + 1, why },
      'sites could not be fetched',
    )
    const delayMs = RETRY_AFTER_MS[wanted.failures]
    if (delayMs === undefined) return { ...wanted, squares: [] }
    const askedMs = error instanceof Busy ? (error.retryAfterMs ?? 0) : 0
    const dueAt = now() + Math.max(delayMs, askedMs)
    return { ...wanted, squares: [...rest, square!], failures: wanted.failures + 1, dueAt }
  }
}

/** Throws with a sentence, and nothing is imported. */
export async function fetchSquare(
  services: Services,
  square: Corner,
  options: { signal?: AbortSignal; timeoutMs?: number } = {},
) {
  const { text, sites, leftOut } = writeSiteList(await askOverpass(services, square, options))
  const { added, changed, unchanged, adopted, refused } = await importTakeoffs(services, text, 'osm')
  return { sites, added, changed, unchanged, adopted, leftOut: leftOut + refused }
}

/** Rounded, as SQLite has no floor. */
export async function listLaunchSquares(sql: Sql): Promise<Corner[]> {
  return sql<Corner>`
    select distinct cast(round(launch_latitude - 0.5) as integer) as south,
      cast(round(launch_longitude - 0.5) as integer) as west
    from flights where launch_latitude is not null order by 1, 2`
}
