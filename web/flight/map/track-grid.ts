// The parts of the screen covered by the track: names and labels keep off it.
import type { FlightColumns } from './flight-columns.ts'

/** In pixels of the world at one zoom. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export const overlap = (one: Box, other: Box) =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top

const CELL = 8
const NEAR = CELL / 4
/** More than the cells of the world at the closest zoom. */
const ROW = 2 ** 24

export type TrackGrid = (box: Box) => boolean

/** Computed once for each zoom. */
export function createTrackGrids(columns: Pick<FlightColumns, 'x' | 'y'>): (scale: number) => TrackGrid {
  let known: { scale: number; grid: TrackGrid } | undefined
  return (scale) => {
    if (known?.scale !== scale) known = { scale, grid: createTrackGrid(columns, scale) }
    return known.grid
  }
}

function createTrackGrid({ x, y }: Pick<FlightColumns, 'x' | 'y'>, scale: number): TrackGrid {
  const cells = new Set<number>()
  const place = (value: number) => Math.floor(value / CELL)
  let [fromX, fromY] = [(x[0] as number) * scale, (y[0] as number) * scale]
  for (let index = 1; index < x.length; index++) {
    const byX = (x[index] as number) * scale - fromX
    const byY = (y[index] as number) * scale - fromY
    // Seen from afar most fixes are in the cell of the one before.
    if (Math.abs(byX) < NEAR && Math.abs(byY) < NEAR && index < x.length - 1) continue
    // A gap of hours is a long line, but no longer than a few screens are wide.
    const steps = Math.min(2000, Math.ceil(Math.max(Math.abs(byX), Math.abs(byY)) / CELL)) || 1
    for (let step = 0; step <= steps; step++) {
      const part = step / steps
      cells.add(place(fromX + byX * part) * ROW + place(fromY + byY * part))
    }
    fromX += byX
    fromY += byY
  }
  return ({ left, top, right, bottom }) => {
    for (let column = place(left); column <= place(right); column++) {
      for (let row = place(top); row <= place(bottom); row++) {
        if (cells.has(column * ROW + row)) return true
      }
    }
    return false
  }
}
