// The colours of the relief, light or dark as the page is, and the picture that lies on it.
import type { BaseMap } from '#dashboard/map.ts'
import type { FlightColumns } from '../map/flight-columns.ts'
import { paintAreas, paintLines, readColours } from '../map/painting.ts'
import type { Ground } from './ground-mesh.ts'

type Colour = readonly [red: number, green: number, blue: number]

export interface Look {
  /** From the lowest up, and the heights in metres at which each is reached. */
  tones: readonly Colour[]
  toneHeights: readonly number[]
  contour: Colour
  /** Far away, and towards the edges. */
  haze: Colour
  /** Around the track. */
  halo: Colour
  /** Of the scored shape, when it is pointed at. */
  leg: Colour
  curtain: number
  ambient: number
}

const parse = (hex: string): Colour => {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return [channel(1), channel(3), channel(5)]
}

const toneHeights = [0, 350, 800, 1300, 1900, 2600, 3200]

const light: Look = {
  tones: ['#a9cfa0', '#bcd9a8', '#d6e0b0', '#e6d9ab', '#d9c19a', '#c9b7a6', '#fbfbfd'].map(parse),
  toneHeights,
  contour: parse('#5c4526'),
  haze: parse('#dfeaf4'),
  halo: parse('#ffffff'),
  leg: parse('#f2a01b'),
  curtain: 0.3,
  ambient: 0.28,
}

const dark: Look = {
  tones: ['#1d3a35', '#23443a', '#334c3c', '#4a4f3d', '#58503f', '#5f5a55', '#aab4c0'].map(parse),
  toneHeights,
  contour: parse('#8f8468'),
  haze: parse('#0f1f2e'),
  halo: parse('#08121c'),
  leg: parse('#f2a01b'),
  curtain: 0.26,
  ambient: 0.36,
}

export function readLook(): Look {
  return matchMedia('(prefers-color-scheme: dark)').matches ? dark : light
}

/** Of the longer side; a phone has less memory. */
const PICTURE_PIXELS = 2048

/** Water, rivers and borders, and the shadows of the tracks; transparent elsewhere. */
export function paintPicture(
  ground: Ground,
  flights: readonly FlightColumns[],
  map: BaseMap | undefined,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  const scale = PICTURE_PIXELS / Math.max(ground.right - ground.left, ground.bottom - ground.top)
  canvas.width = Math.round((ground.right - ground.left) * scale)
  canvas.height = Math.round((ground.bottom - ground.top) * scale)
  const context = canvas.getContext('2d')
  if (!context) return canvas
  const { width, height } = canvas
  const screen = { scale, left: ground.left * scale, top: ground.top * scale, width, height }
  if (map?.background === 'land') {
    const colours = readColours()
    paintAreas(context, screen, map, colours)
    paintLines(context, screen, map, colours)
  }
  const shadow = new Path2D()
  for (const { x, y } of flights)
    x.forEach((at, index) =>
      shadow[index > 0 ? 'lineTo' : 'moveTo'](at * scale - screen.left, y[index]! * scale - screen.top),
    )
  context.lineWidth = 5
  context.lineJoin = 'round'
  context.strokeStyle = '#00000055'
  context.stroke(shadow)
  return canvas
}
