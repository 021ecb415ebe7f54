// Contour lines for close views of the map; loaded with the first of them.
import * as L from 'leaflet'
import { format, preferences } from '../../language/texts.ts'
import { type HeightTile, loadHeights, MAX_HEIGHT_ZOOM, SAMPLES } from './heights.ts'

const MIN_CONTOUR_ZOOM = 12
const TILE_SIZE = 512
const MARGIN = 60
const LABEL_DISTANCE = 170

/** From line to line, in the reader's unit, at the lowest zoom and closer; every fifth is heavier and has its height. */
const INTERVALS = { metric: [100, 50, 20], imperial: [500, 200, 100] }
const HEAVY = 5

interface Point {
  x: number
  y: number
}

export class Contours extends L.GridLayer {
  constructor() {
    super({
      pane: 'contours',
      tileSize: TILE_SIZE,
      minZoom: MIN_CONTOUR_ZOOM,
      maxNativeZoom: 15,
      maxZoom: 17,
    })
  }

  override createTile({ x, y, z }: L.Coords, done: L.DoneCallback): HTMLElement {
    const canvas = document.createElement('canvas')
    const density = Math.min(devicePixelRatio || 1, 2)
    canvas.width = canvas.height = TILE_SIZE * density
    const context = canvas.getContext('2d')
    context?.scale(density, density)
    // Leaflet's tiles of 512 pixels are those of one zoom less; the files end at some zoom, and parts of a tile are drawn.
    const deeper = Math.max(0, z - 1 - MAX_HEIGHT_ZOOM)
    const parts = 2 ** deeper
    const draw = async () => {
      const heights = await loadHeights(z - 1 - deeper, Math.floor(x / parts), Math.floor(y / parts))
      if (heights && context) drawContours(context, takePart(heights, parts, x % parts, y % parts), z)
      done(undefined, canvas)
    }
    void draw()
    return canvas
  }
}

interface Grid {
  side: number
  /** In the reader's unit. */
  at(row: number, column: number): number
}

function takePart(heights: HeightTile, parts: number, x: number, y: number): Grid {
  const cells = (SAMPLES - 1) / parts
  const scale = format.convert('altitude', 1)
  return {
    side: cells,
    at: (row, column) => heights[(y * cells + row) * SAMPLES + x * cells + column]! * scale,
  }
}

function drawContours(context: CanvasRenderingContext2D, grid: Grid, zoom: number): void {
  const intervals = INTERVALS[preferences.units]
  const interval = intervals[Math.min(intervals.length - 1, zoom - MIN_CONTOUR_ZOOM)]!
  const lines = new Map<number, [Point, Point][]>()
  const size = TILE_SIZE / grid.side
  for (let row = 0; row < grid.side; row++)
    for (let column = 0; column < grid.side; column++) cutCell(grid, row, column, size, interval, lines)
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--map-contour').trim()
  const labels: Point[] = []
  for (const [level, segments] of lines) {
    const isHeavy = Math.round(level / interval) % HEAVY === 0
    context.strokeStyle = colour
    context.globalAlpha = isHeavy ? 0.7 : 0.4
    context.lineWidth = isHeavy ? 1.1 : 0.7
    context.beginPath()
    for (const [from, to] of segments) {
      context.moveTo(from.x, from.y)
      context.lineTo(to.x, to.y)
    }
    context.stroke()
    if (isHeavy) label(context, format.number(level), segments, labels, colour)
  }
}

/** The lines through one cell: where each level crosses its sides, two by two. */
function cutCell(
  grid: Grid,
  row: number,
  column: number,
  size: number,
  interval: number,
  lines: Map<number, [Point, Point][]>,
): void {
  const corners = [
    { x: column, y: row, height: grid.at(row, column) },
    { x: column + 1, y: row, height: grid.at(row, column + 1) },
    { x: column + 1, y: row + 1, height: grid.at(row + 1, column + 1) },
    { x: column, y: row + 1, height: grid.at(row + 1, column) },
  ]
  const heights = corners.map(({ height }) => height)
  const [low, high] = [Math.min(...heights), Math.max(...heights)]
  // NaN where a corner is not known: nothing is drawn.
  for (let level = Math.ceil(low / interval) * interval; level <= high; level += interval) {
    const crossed = corners.flatMap((from, side) => {
      const to = corners[(side + 1) % 4]!
      if (from.height >= level === to.height >= level) return []
      const share = (level - from.height) / (to.height - from.height)
      return [{ x: (from.x + (to.x - from.x) * share) * size, y: (from.y + (to.y - from.y) * share) * size }]
    })
    const known = lines.get(level) ?? []
    lines.set(level, known)
    for (let side = 0; side + 1 < crossed.length; side += 2) known.push([crossed[side]!, crossed[side + 1]!])
  }
}

/** Once a line at most, along it, inside the tile and away from other labels. */
function label(
  context: CanvasRenderingContext2D,
  text: string,
  segments: [Point, Point][],
  labels: Point[],
  colour: string,
): void {
  const isInside = ({ x, y }: Point) => [x, y].every((at) => at > MARGIN && at < TILE_SIZE - MARGIN)
  const place = segments.find(
    ([at]) => isInside(at) && labels.every(({ x, y }) => Math.hypot(x - at.x, y - at.y) > LABEL_DISTANCE),
  )
  if (!place) return
  const [from, to] = place
  labels.push(from)
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  context.save()
  context.translate(from.x, from.y)
  context.rotate(Math.abs(angle) > Math.PI / 2 ? angle + Math.PI : angle)
  context.font = '600 10px Figtree, sans-serif'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.globalAlpha = 0.9
  context.lineWidth = 3
  context.lineJoin = 'round'
  context.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue('--map-halo').trim()
  context.strokeText(text, 0, 0)
  context.fillStyle = colour
  context.fillText(text, 0, 0)
  context.restore()
}
