// Height files of a landscape that a formula describes: a peak, a lake, and hills around them.
import { gzipSync } from 'node:zlib'

export interface Landscape {
  (latitude: number, longitude: number): number
}

/** Round and steep, on a plain of 1000 m. */
export const PEAK = { latitude: 46.5, longitude: 7.5, metres: 3000, base: 1000, radius: 0.05 }
/** As flat as water is. */
export const LAKE = { latitude: 46.3, longitude: 7.2, metres: 558, radius: 0.06 }

/** A cone, hills of some hundred metres, and a lake in them. */
export const landscape: Landscape = (latitude, longitude) => {
  const toPeak = Math.hypot(latitude - PEAK.latitude, longitude - PEAK.longitude) / PEAK.radius
  if (toPeak < 1) return PEAK.base + (PEAK.metres - PEAK.base) * (1 - toPeak)
  if (Math.hypot(latitude - LAKE.latitude, longitude - LAKE.longitude) < LAKE.radius) return LAKE.metres
  return 1000
}

/** Everywhere different, also across degrees. */
export const hills: Landscape = (latitude, longitude) =>
  1200 +
  400 * Math.sin(latitude * 60) * Math.cos(longitude * 45) +
  150 * Math.sin(longitude * 160 + latitude * 90)

export interface HgtOptions {
  south: number
  west: number
  rows?: number
  columns?: number
}

export function writeHgt(shape: Landscape, { south, west, rows = 1201, columns = 1201 }: HgtOptions): Buffer {
  const bytes = Buffer.alloc(rows * columns * 2)
  for (let row = 0; row < rows; row++) {
    const latitude = south + 1 - row / (rows - 1)
    for (let column = 0; column < columns; column++) {
      const metres = Math.round(shape(latitude, west + column / (columns - 1)))
      bytes.writeInt16BE(metres, (row * columns + column) * 2)
    }
  }
  return bytes
}

export const packed = (bytes: Uint8Array): Buffer => gzipSync(bytes, { level: 1 })
