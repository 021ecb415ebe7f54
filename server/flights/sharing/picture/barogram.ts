// Altitude over time, above the ground where that is known.
import type { TrackColumns } from '../../record/findings.ts'

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

type Points = [x: number, y: number][]

const BOX: Box = { left: 560, top: 500, width: 590, height: 90 }

/** Flights that stay level are not drawn as mountains. */
const MIN_SPAN_M = 300

/** The lines of the flight and of the ground; the latter empty where nothing is known of it. */
export function layOutBarogram(
  { seconds, altitude }: Pick<TrackColumns, 'seconds' | 'altitude'>,
  heights: ArrayLike<number> | undefined,
  box: Box,
): { air: Points; ground: Points } {
  const ground = Array.from(heights ?? []).map((metres) => (Number.isNaN(metres) ? undefined : metres))
  const known = [...altitude, ...ground.filter((metres) => metres !== undefined)]
  const lowest = known.reduce((least, metres) => Math.min(least, metres), Infinity)
  const highest = known.reduce((most, metres) => Math.max(most, metres), lowest + MIN_SPAN_M)
  const [from, to] = [seconds[0]!, seconds.at(-1)!]
  const place = (row: number, metres: number): [number, number] => [
    box.left + ((seconds[row]! - from) / Math.max(to - from, 1)) * box.width,
    box.top + (1 - (metres - lowest) / (highest - lowest)) * box.height,
  ]
  return {
    air: altitude.map((metres, row) => place(row, metres)),
    ground: ground.map((metres, row) => place(row, metres ?? lowest)),
  }
}

export function drawBarogram(
  track: Pick<TrackColumns, 'seconds' | 'altitude'>,
  heights: ArrayLike<number> | undefined,
): string[] {
  const { air, ground } = layOutBarogram(track, heights, BOX)
  const bottom = BOX.top + BOX.height
  const list = (points: Points) => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
  const fill = (points: Points, colour: string) =>
    `<polygon points="${BOX.left},${bottom} ${list(points)} ${BOX.left + BOX.width},${bottom}" ${colour}/>`
  return [
    fill(air, 'fill="#fff" fill-opacity="0.2"'),
    ...(ground.length > 0 ? [fill(ground, 'fill="#06264d" fill-opacity="0.75"')] : []),
    `<polyline points="${list(air)}" fill="none" stroke="#fff" stroke-width="2.5" stroke-linejoin="round"/>`,
  ]
}
