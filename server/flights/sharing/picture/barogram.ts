// A small barogram below the line of a picture: the altitude over time, above the ground where that is known.
import type { TrackColumns } from '../../record/findings.ts'

const BOX = { left: 560, top: 500, width: 590, height: 90 }

/** Flights that stay level are not drawn as mountains. */
const MIN_SPAN_M = 300

export function drawBarogram(
  { seconds, altitude }: Pick<TrackColumns, 'seconds' | 'altitude'>,
  heights: ArrayLike<number> | undefined,
): string[] {
  const ground = Array.from(heights ?? []).map((metres) => (Number.isNaN(metres) ? undefined : metres))
  const known = [...altitude, ...ground.filter((metres) => metres !== undefined)]
  const lowest = known.reduce((least, metres) => Math.min(least, metres), Infinity)
  const highest = known.reduce((most, metres) => Math.max(most, metres), lowest + MIN_SPAN_M)
  const [from, to] = [seconds[0]!, seconds.at(-1)!]
  const place = (row: number, metres: number) => {
    const x = BOX.left + ((seconds[row]! - from) / Math.max(to - from, 1)) * BOX.width
    const y = BOX.top + (1 - (metres - lowest) / (highest - lowest)) * BOX.height
    return `${x.toFixed(1)},${y.toFixed(1)}`
  }
  const air = altitude.map((metres, row) => place(row, metres))
  const bottom = BOX.top + BOX.height
  const below = ground.map((metres, row) => place(row, metres ?? lowest))
  const fill = (points: string[], colour: string) =>
    `<polygon points="${BOX.left},${bottom} ${points.join(' ')} ${BOX.left + BOX.width},${bottom}" ${colour}/>`
  return [
    fill(air, 'fill="#fff" fill-opacity="0.2"'),
    ...(below.length > 0 ? [fill(below, 'fill="#06264d" fill-opacity="0.75"')] : []),
    `<polyline points="${air.join(' ')}" fill="none" stroke="#fff" stroke-width="2.5" stroke-linejoin="round"/>`,
  ]
}
