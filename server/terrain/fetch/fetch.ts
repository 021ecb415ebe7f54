// `terrain fetch`: brings the height files of a region into TERRAIN_DIR.
import { mkdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { CommandFailure, type Options, requireOption } from '#server/platform/options.ts'
import { attempt, explainFailure } from '#server/platform/outgoing/attempts.ts'
import { SECOND_MS } from '#server/platform/time.ts'
import { type Corner, nameCorner } from '#terrain/hgt/format.ts'
import { listHeightFiles } from '#terrain/terrain.ts'
import { download, inspect, type Remote } from './download.ts'
import { listCorners, pathOf } from './region.ts'

export interface FetchReport {
  folder: string
  /** Fetched now, with their bytes. */
  fetched: number
  bytes: number
  /** There before. */
  present: number
  /** The server has none: sea, mostly. */
  missing: string[]
  failed: string[]
}

export interface FetchSettings {
  folder: string
  url: string
  tell: (line: string) => void
  /** Before an attempt is repeated; twice as long before the next. */
  pauseMs?: number
}

const AT_ONCE = 4
const ATTEMPTS = 3
const MEGABYTE = 1e6

/** Runs the command. */
export async function fetchTerrain({ terrain }: Config, options: Options): Promise<FetchReport> {
  const corners = listCorners(requireOption(options, 'bbox'))
  if (terrain.auto && !terrain.auto.isSet)
    throw new Error('Set TERRAIN_DIR to the folder that the height files shall be in.')
  if (terrain.path.toLowerCase().endsWith('.pmtiles'))
    throw new Error('TERRAIN_DIR names a PMTiles file; set it to a folder to fetch height files.')
  const tell = (line: string) => process.stderr.write(`${line}\n`)
  const report = await fetchRegion(corners, { folder: terrain.path, url: terrain.url, tell })
  if (report.failed.length === 0) return report
  const count = report.failed.length
  throw new CommandFailure(
    `${count} of ${corners.length} files could not be fetched; run the command again, and it goes on where it stopped.`,
    report,
  )
}

export async function fetchRegion(corners: readonly Corner[], settings: FetchSettings): Promise<FetchReport> {
  const { folder, url, tell } = settings
  mkdirSync(folder, { recursive: true })
  const known = new Set(listHeightFiles(folder).map(nameCorner))
  const wanted = corners.filter((corner) => !known.has(nameCorner(corner)))
  const report: FetchReport = {
    folder,
    fetched: 0,
    bytes: 0,
    present: corners.length - wanted.length,
    missing: [],
    failed: [],
  }
  const found = new Map<Corner, Remote>()
  await forEach(wanted, async (corner) => {
    const remote = await tryCorner(settings, corner, report, () => inspect(`${url}/${pathOf(corner)}`))
    if (remote) found.set(corner, remote)
    else if (!report.failed.includes(nameCorner(corner))) report.missing.push(nameCorner(corner))
  })
  const total = [...found.values()].reduce((sum, { bytes = 0 }) => sum + bytes, 0)
  tell(
    `${found.size} files to fetch, ${showMegabytes(total)}; ${report.present} are there already, ` +
      `${report.missing.length} do not exist. They go to ${folder}.`,
  )
  requireRoom(folder, total)
  await forEach([...found], async ([corner, remote]) => {
    const path = join(folder, pathOf(corner))
    const bytes = await tryCorner(settings, corner, report, () => download(remote, path))
    if (bytes === undefined) return
    report.fetched++
    report.bytes += bytes
    tell(
      `${nameCorner(corner)}: ${report.fetched} of ${found.size} files, ${showMegabytes(report.bytes)} of ${showMegabytes(total)}`,
    )
  })
  report.missing.sort()
  report.failed.sort()
  return report
}

/** Undefined when it failed to the end, which is then told and noted. */
async function tryCorner<Result>(
  { tell, pauseMs = SECOND_MS }: FetchSettings,
  corner: Corner,
  report: FetchReport,
  run: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await attempt({ count: ATTEMPTS, pauseMs, factor: 2 }, run)
  } catch (error) {
    tell(`${nameCorner(corner)}: ${explainFailure(error as Error)}`)
    report.failed.push(nameCorner(corner))
    return undefined
  }
}

/** A few at a time. */
async function forEach<Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values()
  const work = async () => {
    for (const item of queue) await run(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

export function requireRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  if (bytes > free)
    throw new Error(
      `The files have ${showMegabytes(bytes)}, and ${showMegabytes(free)} are free in ${folder}.`,
    )
}

const showMegabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(1)} MB`
