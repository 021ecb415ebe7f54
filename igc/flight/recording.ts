// Whether a recording holds its flight to the end.
import { distanceKm } from '../geodesy.ts'
import type { Track } from '../track.ts'

/** cut-short: it ends in the air; no-flight: nothing in it flies. */
export type Recording = 'complete' | 'cut-short' | 'no-flight'

/** Changes whenever the same file may be judged otherwise. */
export const RECORDING_VERSION = '1'

/** Of 90 real files three are as fast at their last fix: two that were cut, and one whose recorder stopped 300 m up. */
const MIN_SPEED_MS = 5
/** Faster than this is a receiver that has lost its satellites. */
const MAX_SPEED_MS = 60
const WINDOWS_SECONDS = [5, 20]
/** Fixes further apart do not tell how fast the last one was. */
const MAX_GAP_SECONDS = 60

export function judgeRecording(track: Track, flight: { from: number; to: number } | undefined): Recording {
  if (!flight) return 'no-flight'
  if (flight.to < track.length - 1) return 'complete'
  const isFlying = WINDOWS_SECONDS.every((seconds) => {
    const speed = measureLast(track, flight.from, seconds)
    return speed >= MIN_SPEED_MS && speed <= MAX_SPEED_MS
  })
  return isFlying ? 'cut-short' : 'complete'
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
