// The ground below the line of a picture, as images of an SVG.
import { startDeadline } from '#server/platform/concurrency/deadline.ts'
import { SECOND_MS } from '#server/platform/time.ts'
import { shadeBox, type ShadedTile } from '#server/terrain/shaded-box.ts'
import type { Terrain } from '#server/terrain/terrain.ts'
import type { TrackColumns } from '../../record/findings.ts'
import { WIDTH } from '#server/platform/pictures/lettering.ts'
import { type Frame, toPixels } from './frame.ts'

const MAX_SHADING_MS = 20 * SECOND_MS

/** None where there is no terrain, or no turn for it in time. */
export async function drawGround(
  terrain: Terrain | undefined,
  owner: string,
  frame: Frame,
): Promise<string[]> {
  if (!terrain) return []
  const { signal, end } = startDeadline(MAX_SHADING_MS)
  try {
    const tiles = await shadeBox(terrain, owner, frame, WIDTH, signal)
    return tiles.map((tile) => toImage(frame, tile))
  } catch {
    return []
  } finally {
    end()
  }
}

/** Below each fix; NaN where they are not known. */
export async function readHeights(
  terrain: Terrain | undefined,
  owner: string,
  { latitude, longitude }: Pick<TrackColumns, 'latitude' | 'longitude'>,
): Promise<ArrayLike<number> | undefined> {
  return terrain?.heightsAt(owner, latitude, longitude).catch(() => undefined)
}

/** Whole pixels: neighbours meet without a line. */
function toImage(frame: Frame, { west, east, south, north, png }: ShadedTile): string {
  const [left, top] = toPixels(frame, north, west).map(Math.round) as [number, number]
  const [right, bottom] = toPixels(frame, south, east).map(Math.round) as [number, number]
  const size = `width="${right - left}" height="${bottom - top}"`
  const address = `data:image/png;base64,${Buffer.from(png).toString('base64')}`
  return `<image x="${left}" y="${top}" ${size} preserveAspectRatio="none" href="${address}"/>`
}
