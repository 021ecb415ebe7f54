// Paints the built-in map, light or dark as the page is: land and water, rivers, borders.
import type { BaseMap } from '#dashboard/map.ts'
import type { Screen } from './canvas-layer.ts'
import { toX, toY } from './projection.ts'

export interface Colours {
  land: string
  water: string
  river: string
  border: string
  label: string
  halo: string
  sky: string
}

export function readColours(): Colours {
  const style = getComputedStyle(document.documentElement)
  const read = (name: string) => style.getPropertyValue(name).trim()
  return {
    land: read('--map-land'),
    water: read('--map-water'),
    river: read('--map-river'),
    border: read('--map-border'),
    label: read('--map-label'),
    halo: read('--map-halo'),
    sky: read('--sky'),
  }
}

type View = Pick<BaseMap, 'background' | 'areas' | 'rivers' | 'borders'>
/** The part of the world that a canvas shows. */
export type Canvas = Omit<Screen, 'zoom'>

/** Land on water, or lakes and seas on land: the areas of the view. */
export function paintAreas(
  context: CanvasRenderingContext2D,
  screen: Canvas,
  shown: View,
  colours: Colours,
): void {
  const isWater = shown.background === 'land'
  const path = new Path2D()
  for (const rings of shown.areas) {
    for (const ring of rings)
      if (isWater) traceSmoothRing(path, ring, screen)
      else trace(path, ring, screen)
  }
  context.fillStyle = isWater ? colours.water : colours.land
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array
  context.fill(path, 'evenodd')
}

/** In pixels at zoom 9, the largest first; they grow a little with the zoom. */
const RIVER_WIDTHS = [1.9, 1.4, 1]

export function paintLines(
  context: CanvasRenderingContext2D,
  screen: Canvas,
  shown: View,
  colours: Colours,
): void {
  const zoom = Math.log2(screen.scale / 256)
  const wider = Math.max(0.7, Math.min(2, 1 + (zoom - 9) * 0.2))
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = colours.river
  shown.rivers.forEach((lines, index) => {
    const path = new Path2D()
    for (const line of lines) traceSmoothLine(path, line, screen)
    context.lineWidth = (RIVER_WIDTHS[index] ?? 1) * wider
    context.stroke(path)
  })
  const borders = new Path2D()
  for (const line of shown.borders) trace(borders, line, screen)
  context.strokeStyle = colours.border
  context.lineWidth = 1.4
  context.setLineDash([6, 3, 1.5, 3])
  context.stroke(borders)
  context.setLineDash([])
}

function trace(path: Path2D, points: number[], screen: Canvas): void {
  for (let index = 0; index + 1 < points.length; index += 2) {
    const x = toX(points[index] as number) * screen.scale - screen.left
    const y = toY(points[index + 1] as number) * screen.scale - screen.top
    if (index === 0) path.moveTo(x, y)
    else path.lineTo(x, y)
  }
}

/** Shores and rivers are accurate to a kilometre: curves through the midpoints of their sides look smoother. */
function traceSmoothRing(path: Path2D, points: number[], screen: Canvas): void {
  const count = points.length / 2
  const x = (index: number) => toX(points[(index % count) * 2] as number) * screen.scale - screen.left
  const y = (index: number) => toY(points[(index % count) * 2 + 1] as number) * screen.scale - screen.top
  path.moveTo((x(0) + x(1)) / 2, (y(0) + y(1)) / 2)
  for (let index = 1; index <= count; index++) {
    path.quadraticCurveTo(x(index), y(index), (x(index) + x(index + 1)) / 2, (y(index) + y(index + 1)) / 2)
  }
  path.closePath()
}

function traceSmoothLine(path: Path2D, points: number[], screen: Canvas): void {
  const last = points.length / 2 - 1
  const x = (index: number) => toX(points[index * 2] as number) * screen.scale - screen.left
  const y = (index: number) => toY(points[index * 2 + 1] as number) * screen.scale - screen.top
  path.moveTo(x(0), y(0))
  for (let index = 1; index < last; index++) {
    path.quadraticCurveTo(x(index), y(index), (x(index) + x(index + 1)) / 2, (y(index) + y(index + 1)) / 2)
  }
  path.lineTo(x(last), y(last))
}
