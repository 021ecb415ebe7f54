// The same flight as another instrument records it.
import { seededRandom, simulateFlight, type SimulationOptions } from '#igc/simulate.ts'
import type { Track } from '#igc/track.ts'
import { writeIgc } from '#igc/write.ts'

const METRES_PER_DEGREE = 111_195

export interface SecondRecorder {
  /** Seconds from fix to fix. */
  everySeconds?: number
  /** How far it errs, in metres. */
  noiseM?: number
  /** Its part of the flight, as shares of the recording. */
  from?: number
  to?: number
  /** Its pilot flies that much behind, in seconds. */
  lateSeconds?: number
}

/** Starts within one day, one after the other; no flight takes longer than that. */
export const startOf = (seed: number) => 5 * 3600 + (seed % 13) * 65 * 60

const SIMULATED = { taskKm: 6, rateSeconds: 1, date: '2026-05-17' }

/** Two files of one flight: those of the first instrument and of the second. */
export function recordTwice(
  seed: number,
  recorder: SecondRecorder = {},
  options: Omit<SimulationOptions, 'seed'> = {},
): [first: Uint8Array, second: Uint8Array] {
  const { track, bytes } = simulateFlight({
    seed,
    ...SIMULATED,
    startSecondsOfDay: startOf(seed),
    ...options,
  })
  return [bytes, writeIgc({ track: recordAgain(track, seed, recorder), recorder: 'Another instrument' })]
}

export function recordAgain(track: Track, seed: number, recorder: SecondRecorder = {}): Track {
  const { everySeconds = 4, noiseM = 10, from = 0, to = 1, lateSeconds = 0 } = recorder
  const random = seededRandom(seed + 1)
  const noise = () => ((random() - 0.5) * 2 * noiseM) / METRES_PER_DEGREE
  const isRecorded = (row: number) =>
    row >= from * track.length &&
    row < to * track.length &&
    Math.round(track.seconds[row]!) % everySeconds === 0
  const rows = Array.from({ length: track.length }, (_, row) => row).filter(isRecorded)
  const take = (column: ArrayLike<number>, edit = (value: number) => value) =>
    rows.map((row) => edit(column[row]!))
  return {
    length: rows.length,
    seconds: Float64Array.from(take(track.seconds, (seconds) => seconds + lateSeconds)),
    latitude: Float64Array.from(take(track.latitude, (degrees) => degrees + noise())),
    longitude: Float64Array.from(take(track.longitude, (degrees) => degrees + noise())),
    pressureAltitude: Int32Array.from(take(track.pressureAltitude)),
    gnssAltitude: Int32Array.from(take(track.gnssAltitude)),
    valid: Uint8Array.from(take(track.valid)),
  }
}
