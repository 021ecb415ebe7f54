// TERRAIN=auto: the heights of the degrees that flights touch, fetched one file at a time. Each node fills its own folder; in
// one that several share, a file that another has brought is there.
//   flights, the newest first -> degrees -> those without a file -> fetched, read once in the terrain's thread -> kept
//   failed -> later again, and nothing else is asked for until then
import { existsSync, statfsSync, utimesSync } from 'node:fs'
import { basename, join } from 'node:path'
import { countProgress } from '#server/platform/background/figures.ts'
import { type Pace } from '#server/platform/background/watch.ts'
import type { Config } from '#server/platform/config.ts'
import type { Job } from '#server/platform/background/jobs.ts'
import type { Log } from '#server/platform/log.ts'
import { explainFailure } from '#server/platform/outgoing/failures.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#server/platform/time.ts'
import { listHeightFiles } from '#terrain/terrain.ts'
import { download, type DownloadOptions, inspect, MAX_BYTES } from './download.ts'
import { listFlownCorners } from './flown.ts'
import { makeRoom } from './kept.ts'
import { type Corner, nameCorner } from './region.ts'

export interface FlownShape {
  id: string
  shape: readonly number[]
  storedAt: number
}

/** Flights with an id after one, the oldest first, or before one, the newest first. */
export type ListShapes = (from: { after: string } | { before: string }, max: number) => Promise<FlownShape[]>

interface AutoServices {
  config: Pick<Config, 'terrain'>
  log: Log
  now: () => number
  terrain: { canRead(path: string): Promise<boolean> }
}

interface Cell extends Corner {
  /** When the newest flight over it was stored. */
  flownAt: number
  /** Done: it is there, or there is no room for it until the next flight. Missing: sea, mostly. */
  state: 'wanted' | 'done' | 'missing'
  failures: number
  dueAt: number
}

const RUN_EVERY_MS = 20 * SECOND_MS
const BATCH = 500
/** A flight may become visible so long after it got its id. */
const OVERLAP_MS = MINUTE_MS
/** After each failure of one file; then always the last. */
const RETRY_AFTER_MS = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS]
/** After failures in a row, of whichever files: without a network, one question an hour. */
const REST_MS = RETRY_AFTER_MS.slice(0, 3)

/** None where the operator has set files; without TERRAIN=auto it does nothing until it is switched on. */
export function listTerrainJobs(
  services: AutoServices,
  listShapes: ListShapes,
  isSwitchedOn: () => Promise<boolean>,
): Job[] {
  const fetchNext = createAutoFetch(services, listShapes)
  const { auto } = services.config.terrain
  if (!auto || !fetchNext) return []
  const run: Job['run'] = async (signal, pace) =>
    auto.isSet || (await isSwitchedOn()) ? fetchNext(signal, pace) : false
  return [{ name: 'terrain', everyMs: RUN_EVERY_MS, run, count: countProgress }]
}

/** A run brings one file at most, and is true when there is more to do at once. */
export function createAutoFetch(
  services: AutoServices,
  listShapes: ListShapes,
  options: Pick<DownloadOptions, 'stalledMs'> = {},
) {
  const { path, auto } = services.config.terrain
  if (!auto) return undefined
  const { now } = services
  const cells = new Map<string, Cell>()
  const readFlights = createFlightReader(now, listShapes, (flight) => noteFlight(cells, flight))
  const fetchCell = createCellFetcher(services, auto, options)
  let [inARow, restUntil, told] = [0, 0, '']

  const findDue = () => {
    const due = [...cells.values()].filter(({ state, dueAt }) => state === 'wanted' && dueAt <= now())
    return due.sort((a, b) => a.failures - b.failures || b.flownAt - a.flownAt)[0]
  }
  const tell = async (pace: Pace) => {
    const wanted = [...cells.values()].filter(({ state }) => state === 'wanted')
    const failed = wanted.filter(({ failures }) => failures > 0).length
    const progress =
      wanted.length === 0
        ? null
        : { done: cells.size - wanted.length, of: cells.size, ...(failed > 0 && { failed }) }
    if (told === JSON.stringify(progress)) return
    told = JSON.stringify(progress)
    await pace.progress(progress)
  }
  return async (signal: AbortSignal, pace: Pace): Promise<boolean> => {
    const hasMoreFlights = await readFlights()
    markPresent(cells, path)
    await tell(pace)
    const cell = now() < restUntil ? undefined : findDue()
    if (!cell) return hasMoreFlights
    const isDone = await fetchCell(cell, signal, pace)
    if (signal.aborted) return false
    inARow = isDone ? 0 : inARow + 1
    restUntil = isDone ? 0 : now() + delayAfter(inARow, REST_MS)
    await tell(pace)
    return hasMoreFlights || (isDone && findDue() !== undefined)
  }
}

const delayAfter = (failures: number, delays: readonly number[]) =>
  delays[Math.min(failures, delays.length) - 1]!

/** New flights, and a batch of earlier ones; true while there are more of either. */
function createFlightReader(now: () => number, listShapes: ListShapes, note: (flight: FlownShape) => void) {
  let after = idAt(now() - OVERLAP_MS)
  let before: string | undefined = idAt(now())
  return async () => {
    const fresh = await listShapes({ after }, BATCH)
    fresh.forEach(note)
    const isBehind = fresh.length === BATCH
    after = isBehind ? fresh.at(-1)!.id : idAt(now() - OVERLAP_MS)
    if (before === undefined) return isBehind
    const earlier = await listShapes({ before }, BATCH)
    earlier.forEach(note)
    before = earlier.length === BATCH ? earlier.at(-1)!.id : undefined
    return isBehind || before !== undefined
  }
}

/** Ids begin with their second. */
const idAt = (milliseconds: number) => Math.floor(milliseconds / SECOND_MS).toString(16)

function noteFlight(cells: Map<string, Cell>, { shape, storedAt }: FlownShape): void {
  for (const corner of listFlownCorners(shape)) {
    const name = nameCorner(corner)
    const cell = cells.get(name)
    if (!cell) cells.set(name, { ...corner, flownAt: storedAt, state: 'wanted', failures: 0, dueAt: 0 })
    else if (storedAt > cell.flownAt) {
      cell.flownAt = storedAt
      // It may have had to go since.
      if (cell.state === 'done') cell.state = 'wanted'
    }
  }
}

/** By whomever it was brought. */
function markPresent(cells: Map<string, Cell>, path: string): void {
  if (!existsSync(path) || ![...cells.values()].some(({ state }) => state === 'wanted')) return
  for (const file of listHeightFiles(path)) {
    const cell = cells.get(nameCorner(file))
    if (cell) cell.state = 'done'
  }
}

/** False when it has failed, which is noted; the cell is then due later. */
function createCellFetcher(
  { config, log, now, terrain }: AutoServices,
  auto: NonNullable<Config['terrain']['auto']>,
  options: Pick<DownloadOptions, 'stalledMs'>,
) {
  const bring = async (cell: Cell, signal: AbortSignal): Promise<number | undefined> => {
    const asked = { ...options, signal }
    const remote = await inspect(`${config.terrain.url}/${pathOf(cell)}`, asked)
    cell.state = remote ? 'done' : 'missing'
    const expected = remote?.bytes ?? MAX_BYTES
    if (!remote || !makeRoom(auto, expected, cell.flownAt)) return undefined
    requireRoom(auto.folder, expected)
    const file = join(auto.folder, basename(pathOf(cell)))
    const bytes = await download(remote, file, (part) => terrain.canRead(part), asked)
    // Whole seconds, as for every later use.
    const seconds = Math.trunc(now() / SECOND_MS)
    utimesSync(file, seconds, seconds)
    return bytes
  }
  return async (cell: Cell, signal: AbortSignal, pace: Pace): Promise<boolean> => {
    const name = nameCorner(cell)
    try {
      const bytes = await bring(cell, signal)
      cell.failures = 0
      if (bytes !== undefined) log.info({ cell: name, bytes }, 'heights were fetched')
      if (bytes !== undefined) pace.count(1)
      return true
    } catch (error) {
      cell.state = 'wanted'
      if (signal.aborted) return false
      cell.failures++
      cell.dueAt = now() + delayAfter(cell.failures, RETRY_AFTER_MS)
      const why = `${name}: ${explainFailure(error as Error)}`
      pace.noteError(why)
      log.info({ cell: name, failures: cell.failures, why }, 'heights could not be fetched')
      return false
    }
  }
}

/** `N46/N46E007.hgt.gz`, as the public bucket has them. */
function pathOf(corner: Corner): string {
  const name = nameCorner(corner)
  return `${name.slice(0, 3)}/${name}.hgt.gz`
}

function requireRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bytes > bavail * bsize)
    throw new Error(`There is no room in ${folder}: ${Math.round(bytes / 1e6)} MB are needed.`)
}
