// Relief as map tiles: a quiet tone by height, darker where a slope is turned away from a light in the north-west, brighter
// where it faces it; translucent, so any map may be below, and transparent where nothing is known or it is as flat as water.
import type { Heights } from '../heights.ts'
import { toLatitude, toLongitude } from '../mercator.ts'
import type { Tile } from '../tile.ts'
import { type Palette, writePng } from './png.ts'

/** Pixels of a side: few requests for a view. */
export const TILE_SIZE = 512
/** A tile of the lowest zoom reaches over six files of a degree at most; the highest is as fine as files of one second. */
export const MIN_ZOOM = 7
export const MAX_ZOOM = 11

const EQUATOR_M = 40_075_016.686
const LIGHT_ALTITUDE = Math.PI / 4
const LIGHT = { east: -Math.SQRT1_2, north: Math.SQRT1_2 }
/** From afar slopes are means and so less steep: they are drawn steeper. */
const STEEPER_PER_ZOOM = 1.25

/** The colour of a height, up to so many metres. */
const TONES: readonly [below: number, colour: readonly [red: number, green: number, blue: number]][] = [
  [150, [196, 219, 186]],
  [400, [210, 226, 188]],
  [800, [226, 230, 192]],
  [1300, [235, 224, 188]],
  [1900, [228, 208, 176]],
  [2600, [215, 198, 180]],
  [Infinity, [240, 238, 238]],
]
const TONE_OPACITY = 0.5
const MAX_DARK = 0.62
const MAX_BRIGHT = 0.5
/** Shades on either side of a flat place; all shades of all tones are one palette, whose first colour is none. */
const SHADES = 17
const SHADES_OF_A_TONE = 2 * SHADES + 1
const TRANSPARENT = 0

const palette = makePalette()

/** As PNG; undefined when no height in it is known. */
export async function shadeTile(terrain: Heights, tile: Tile): Promise<Buffer | undefined> {
  const pixels = 2 ** tile.z * TILE_SIZE
  const side = TILE_SIZE + 2
  // One pixel more on each side: the slope at the edge needs its neighbours, and tiles meet without a line.
  const latitudes = Float64Array.from({ length: side }, (_, row) =>
    toLatitude((tile.y * TILE_SIZE + row - 0.5) / pixels),
  )
  const longitudes = Float64Array.from({ length: side }, (_, column) =>
    wrap(toLongitude((tile.x * TILE_SIZE + column - 0.5) / pixels)),
  )
  const bounds = {
    south: latitudes[side - 1]!,
    west: longitudes[1]!,
    north: latitudes[0]!,
    east: longitudes[side - 2]!,
  }
  if (!terrain.mayKnow(bounds)) return undefined
  const spacing = latitudes[side >> 1]! - latitudes[(side >> 1) + 1]!
  const heights = await terrain.heightsAt(
    spread(side, (row) => latitudes[row]!),
    spread(side, (_row, column) => longitudes[column]!),
    spacing,
  )
  if (heights.every(Number.isNaN)) return undefined
  const shades = new Uint8Array(TILE_SIZE * TILE_SIZE)
  const steepness = STEEPER_PER_ZOOM ** (MAX_ZOOM - tile.z)
  for (let row = 0; row < TILE_SIZE; row++) {
    const metresPerPixel = (EQUATOR_M / pixels) * Math.cos((latitudes[row + 1]! * Math.PI) / 180)
    const factor = steepness / (8 * metresPerPixel)
    for (let column = 0; column < TILE_SIZE; column++)
      shades[row * TILE_SIZE + column] = shade(heights, (row + 1) * side + column + 1, side, factor)
  }
  return writePng(shades, TILE_SIZE, palette)
}

const wrap = (longitude: number) => ((longitude + 540) % 360) - 180

function spread(side: number, value: (row: number, column: number) => number): Float64Array {
  const values = new Float64Array(side * side)
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) values[row * side + column] = value(row, column)
  return values
}

/** A colour of the palette, by Horn's slope: from the eight neighbours. */
function shade(heights: Float32Array, at: number, side: number, factor: number): number {
  const a = heights[at - side - 1]!
  const b = heights[at - side]!
  const c = heights[at - side + 1]!
  const d = heights[at - 1]!
  const f = heights[at + 1]!
  const g = heights[at + side - 1]!
  const h = heights[at + side]!
  const i = heights[at + side + 1]!
  const toEast = (c + 2 * f + i - a - 2 * d - g) * factor
  const toNorth = (a + 2 * b + c - g - 2 * h - i) * factor
  const length = Math.sqrt(1 + toEast * toEast + toNorth * toNorth)
  const facing = -(toEast * LIGHT.east + toNorth * LIGHT.north)
  const light = (Math.sin(LIGHT_ALTITUDE) + Math.cos(LIGHT_ALTITUDE) * facing) / length
  const flat = Math.sin(LIGHT_ALTITUDE)
  // NaN where a neighbour is not known. Lakes are exactly flat in height files, and plains hardly ever.
  if (!(Math.abs(light - flat) > 1e-9)) return TRANSPARENT
  const share = light < flat ? Math.max(light, 0) / flat - 1 : (light - flat) / (1 - flat)
  const height = heights[at]!
  const tone = TONES.findIndex(([below]) => !(height >= below))
  return 1 + tone * SHADES_OF_A_TONE + SHADES + Math.round(share * SHADES)
}

/** Black or white over the tone. */
function makePalette(): Palette {
  const colours = new Uint8Array(256 * 3)
  const alphas = new Uint8Array(256)
  TONES.forEach(([, tone], band) => {
    for (let shade = -SHADES; shade <= SHADES; shade++) {
      const index = 1 + band * SHADES_OF_A_TONE + SHADES + shade
      const over = (Math.abs(shade) / SHADES) * (shade > 0 ? MAX_BRIGHT : MAX_DARK)
      const alpha = over + TONE_OPACITY * (1 - over)
      const mix = (channel: number) =>
        ((shade > 0 ? 255 : 0) * over + channel * TONE_OPACITY * (1 - over)) / alpha
      colours.set(tone.map(mix).map(Math.round), index * 3)
      alphas[index] = Math.round(255 * alpha)
    }
  })
  return { colours, alphas }
}
