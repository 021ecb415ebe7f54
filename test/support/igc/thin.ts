// A flight as a recorder with fewer fixes would have written it.
import type { Track } from '#igc/track.ts'

/** From the first fix of the range to the last, each at least so many seconds after the one before. */
export function thinTrack(track: Track, range: { from: number; to: number }, seconds: number): Track {
  const rows: number[] = []
  let next = -Infinity
  for (let row = range.from; row <= range.to; row++) {
    if (track.seconds[row]! < next) continue
    rows.push(row)
    next = track.seconds[row]! + seconds
  }
  return {
    length: rows.length,
    seconds: Float64Array.from(rows, (row) => track.seconds[row]!),
    latitude: Float64Array.from(rows, (row) => track.latitude[row]!),
    longitude: Float64Array.from(rows, (row) => track.longitude[row]!),
    pressureAltitude: Int32Array.from(rows, (row) => track.pressureAltitude[row]!),
    gnssAltitude: Int32Array.from(rows, (row) => track.gnssAltitude[row]!),
    valid: Uint8Array.from(rows, (row) => track.valid[row]!),
  }
}
