// Tells whether a recording contains its flight to the end.
import { distanceKm } from '../geodesy.ts'
import type { Track } from '../track.ts'

/** cut-short: it ends in the air, and not about to land; no-flight: nothing in it flies. */
export type Recording = 'complete' | 'cut-short' | 'no-flight'

/** Changes whenever the same file may be judged otherwise. */
export const RECORDING_VERSION = '2'

/** Of 90 real files three are as fast at their last fix: two that were cut, and one on its last glide after ten hours. */
const MIN_SPEED_MS = 5
/** Faster than this is a receiver that has lost its satellites. */
const MAX_SPEED_MS = 60
const WINDOWS_SECONDS = [5, 20]
/** Fixes further apart do not tell how fast the last one was. */
const MAX_GAP_SECONDS = 60

/**
 * About to land: lower than in all of a flight of so many seconds, but for what it has lost in the last minute, and
 * sinking by so many metres in it. Of 57 real flights 48 are so half a minute before they land; elsewhere in them, more than
 * 400 m above the landing, 3.5 %.
 */
const MIN_FLIGHT_SECONDS = 1200
const MIN_LOST_M = 20

export function judgeRecording(
  track: Track,
  metres: Float64Array,
  flight: { from: number; to: number } | undefined,
): Recording {
  if (!flight) return 'no-flight'
  if (flight.to < track.length - 1) return 'complete'
  const isFlying = WINDOWS_SECONDS.every((seconds) => {
    const speed = measureLast(track, flight.from, seconds)
    return speed >= MIN_SPEED_MS && speed <= MAX_SPEED_MS
  })
  return isFlying && !isLanding(track, metres, flight) ? 'cut-short' : 'complete'
}

function isLanding(
  { seconds }: Track,
  metres: Float64Array,
  { from, to }: { from: number; to: number },
): boolean {
  if (seconds[to]! - seconds[from]! < MIN_FLIGHT_SECONDS) return false
  let minuteAgo = to
  while (seconds[to]! - seconds[minuteAgo]! < 60) minuteAgo--
  const lost = metres[minuteAgo]! - metres[to]!
  const lowest = metres.subarray(from, to).reduce((low, each) => Math.min(low, each))
  return lost >= MIN_LOST_M && metres[to]! <= lowest + lost
}

/** Metres per second along the last so many seconds; 0 when the fixes do not tell. */
function measureLast({ seconds, latitude, longitude, length }: Track, first: number, window: number): number {
  const last = length - 1
  let metres = 0
  let row = last
  while (row > first && seconds[last]! - seconds[row]! < window) {
    if (seconds[row]! - seconds[row - 1]! > MAX_GAP_SECONDS) return 0
    metres += distanceKm(latitude[row - 1]!, longitude[row - 1]!, latitude[row]!, longitude[row]!) * 1000
    row--
  }
  return metres / Math.max(1, seconds[last]! - seconds[row]!)
}
