// Stretches that no wing without an engine can have flown, though each step of them is small: an airliner, a train, a
// corner that was moved aside a little at a time.
import { distanceKm } from '../geodesy.ts'
import {
  boundKm,
  measureWing,
  MIN_LIMIT_KMH,
  type Positions,
  TOLERANCE_KM,
  type WingSpeeds,
} from './reach.ts'

interface Columns extends Positions {
  pressureAltitude: Int32Array
  gnssAltitude: Int32Array
}

interface Window {
  seconds: number
  /** Kilometres per hour near the sea: of real sailplanes the fastest show 271, 260 and 167. */
  maxKmh: number
  /** The speed this wing shows itself; beyond ten minutes the wind may turn, and a slow day become a fast one. */
  ownKmh?: (wing: WingSpeeds) => number
}

const windows: readonly Window[] = [
  { seconds: 10, maxKmh: 330, ownKmh: ({ overSecondsKmh }) => overSecondsKmh },
  { seconds: 60, maxKmh: 300, ownKmh: ({ overMinutesKmh }) => overMinutesKmh },
  { seconds: 600, maxKmh: 200 },
]

/** Fixes nearer in time are not looked at one by one: a stretch is longer. */
const STEP_SECONDS = 10

/** 1 for each row inside such a stretch; undefined when there is none. */
export function findUnflyable(columns: Columns): Uint8Array | undefined {
  const steps = listSteps(columns)
  let wing: WingSpeeds | undefined
  let found: Uint8Array | undefined
  for (const { seconds: width, maxKmh, ownKmh } of windows) {
    for (let from = 0, to = 1; to < steps.length; to++) {
      while (elapsedOf(columns, steps, from + 1, to) >= width) from++
      const elapsed = elapsedOf(columns, steps, from, to)
      if (elapsed < width || elapsed > 2 * width) continue
      const [first, last] = [steps[from]!, steps[to]!]
      // Cheap first, as almost always.
      if (boundKm(columns, first, last) <= TOLERANCE_KM + (elapsed / 3600) * MIN_LIMIT_KMH) continue
      wing ??= measureWing(columns)
      const limitKmh = Math.min(maxKmh * thinAirFactor(columns, last), ownKmh?.(wing) ?? Infinity)
      if (measureKm(columns, first, last) <= TOLERANCE_KM + (elapsed / 3600) * limitKmh) continue
      found ??= new Uint8Array(columns.seconds.length)
      found.fill(1, first, last + 1)
    }
  }
  return found
}

/** A receiver that repeats its last position is silent: the stretch begins where it still moved. */
function listSteps({ seconds, latitude, longitude }: Columns): Int32Array {
  const steps: number[] = []
  let next = -Infinity
  for (let row = 0; row < seconds.length; row++) {
    if (seconds[row]! < next) continue
    if (row > 0 && latitude[row] === latitude[row - 1] && longitude[row] === longitude[row - 1]) continue
    steps.push(row)
    next = seconds[row]! + STEP_SECONDS
  }
  return Int32Array.from(steps)
}

function elapsedOf({ seconds }: Columns, steps: Int32Array, from: number, to: number): number {
  return seconds[steps[to]!]! - seconds[steps[from]!]!
}

function measureKm({ latitude, longitude }: Columns, from: number, to: number): number {
  return distanceKm(latitude[from]!, longitude[from]!, latitude[to]!, longitude[to]!)
}

const SCALE_HEIGHT_M = 10_400
/** Metres; wave takes sailplanes higher, and few of them. */
const MAX_HEIGHT_M = 8000

/** The same wing at the same load flies faster in thinner air, by the root of the density. */
function thinAirFactor({ pressureAltitude, gnssAltitude }: Columns, row: number): number {
  const metres = Math.min(MAX_HEIGHT_M, Math.max(0, pressureAltitude[row]!, gnssAltitude[row]!))
  return Math.exp(metres / SCALE_HEIGHT_M / 2)
}
