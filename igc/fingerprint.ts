// The bytes by which the same fixes are recognised, whatever else in the file has changed.
import type { Track } from './track.ts'

/** Raised when the layout changes: a stored fingerprint of an older layout then simply never matches. */
const LAYOUT = 1
const ROW_BYTES = 12

/**
 * Time and position of every fix, to be hashed by the caller: seconds, then latitude and longitude in thousandths
 * of a minute, as every B record has them; decimals that only some exports keep (LAD, LOD) do not count.
 */
export function fingerprintBytes(track: Track): Uint8Array {
  const bytes = new Uint8Array(1 + track.length * ROW_BYTES)
  const view = new DataView(bytes.buffer)
  bytes[0] = LAYOUT
  for (let row = 0, at = 1; row < track.length; row++, at += ROW_BYTES) {
    view.setUint32(at, track.seconds[row]!)
    view.setInt32(at + 4, toThousandths(track.latitude[row]!))
    view.setInt32(at + 8, toThousandths(track.longitude[row]!))
  }
  return bytes
}

/** Cut, not rounded, as the further decimals were cut off; the margin covers the division by 60,000 on reading. */
function toThousandths(degrees: number): number {
  return Math.trunc(degrees * 60_000 + Math.sign(degrees) * 1e-5)
}
