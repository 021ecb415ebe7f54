// One altitude per fix, in metres, from the better of two sensors and without misreadings.
import type { Track } from '../track.ts'

export interface Altitudes {
  source: 'pressure' | 'gnss'
  metres: Float64Array
}

/** Metres per second; a faster change is a misreading (a spiral dive stays below 30). */
const MAX_CLIMB_MS = 50
const TOLERANCE_M = 60
const MIN_ALTITUDE_M = -500
const MAX_ALTITUDE_M = 20_000

/**
 * Pressure, which is smooth; GNSS when the recorder has no barometer, that is when pressure is the same throughout, or
 * when it is preferred: only that is above sea level whatever the weather.
 */
export function chooseAltitudes(track: Track, preferred: Altitudes['source'] = 'pressure'): Altitudes {
  const hasPressure = isMeasured(track.pressureAltitude) && !(preferred === 'gnss' && hasGnss(track))
  const source = hasPressure ? 'pressure' : 'gnss'
  const metres = cleanAltitudes(track, source)
  return { source, metres: hasPressure ? metres : runningMedian(metres, track.seconds) }
}

/** Readings of one of the sensors, without misreadings; undefined when it has measured nothing. */
export function readAltitudes(track: Track, source: Altitudes['source']): Float64Array | undefined {
  const raw = source === 'pressure' ? track.pressureAltitude : track.gnssAltitude
  return isMeasured(raw) ? cleanAltitudes(track, source) : undefined
}

/** Whether one of the sensors has measured anything. */
export function hasAltitude({ pressureAltitude, gnssAltitude }: Track): boolean {
  return isMeasured(pressureAltitude) || isMeasured(gnssAltitude)
}

/** A value that never changes, mostly 0, is a column that the recorder does not use. */
function isMeasured(raw: Int32Array): boolean {
  return raw.some((metres) => metres !== raw[0])
}

function cleanAltitudes(track: Track, source: Altitudes['source']): Float64Array {
  const hasPressure = source === 'pressure'
  const raw = hasPressure ? track.pressureAltitude : track.gnssAltitude
  const metres = new Float64Array(track.length)
  // Without a three-dimensional fix the GNSS altitude is made up, mostly 0.
  const isUsable = (row: number) =>
    (hasPressure || track.valid[row] === 1) && raw[row]! > MIN_ALTITUDE_M && raw[row]! < MAX_ALTITUDE_M
  fillUsable(metres, raw, track, isUsable)
  return metres
}

function hasGnss({ gnssAltitude, valid }: Track): boolean {
  return gnssAltitude.some((metres, row) => metres !== 0 && valid[row] === 1)
}

/** Fixes to each side, fewer where they are seconds apart: a median over a minute would flatten the flight. */
const MEDIAN_REACH = 5
const MEDIAN_SECONDS = 20
/** Not over a silence. */
const MAX_MEDIAN_SECONDS = 60

/** The GNSS altitude of a phone jumps by tens of metres and back within seconds. */
function runningMedian(metres: Float64Array, seconds: Float64Array): Float64Array {
  const smooth = new Float64Array(metres.length)
  const sorted = new Float64Array(2 * MEDIAN_REACH + 1)
  for (let row = 0; row < metres.length; row++) {
    let reach = Math.min(MEDIAN_REACH, row, metres.length - 1 - row)
    const span = () => seconds[row + reach]! - seconds[row - reach]!
    while (reach > 1 && span() > MEDIAN_SECONDS) reach--
    if (reach === 1 && span() > MAX_MEDIAN_SECONDS) reach = 0
    const count = 2 * reach + 1
    for (let i = 0; i < count; i++) {
      const value = metres[row - reach + i]!
      let at = i
      for (; at > 0 && sorted[at - 1]! > value; at--) sorted[at] = sorted[at - 1]!
      sorted[at] = value
    }
    smooth[row] = sorted[reach]!
  }
  return smooth
}

/** Carries the last good value over misreadings; a new level that lasts is believed. */
function fillUsable(
  metres: Float64Array,
  raw: Int32Array,
  track: Track,
  isUsable: (row: number) => boolean,
): void {
  const { length, seconds } = track
  const sample = sampleUsable(raw, length, isUsable)
  let good = -1
  let doubtful = 0
  let firstGood = length
  for (let row = 0; row < length; row++) {
    // As nearly all are: a little off the one before.
    if (doubtful === 0 && good >= 0 && Math.abs(raw[row]! - raw[good]!) <= TOLERANCE_M && isUsable(row)) {
      good = row
      metres[row] = raw[row]!
      continue
    }
    if (isUsable(row) && isPlausible(raw, seconds, good, row, sample, doubtful)) {
      good = row
      doubtful = 0
      if (firstGood === length) firstGood = row
    } else if (isUsable(row)) doubtful++
    metres[row] = good >= 0 ? raw[good]! : 0
  }
  for (let row = 0; row < firstGood; row++) metres[row] = firstGood < length ? metres[firstGood]! : 0
}

/** More of them in a row are believed: a new level that lasts. */
const MAX_MISREADINGS = 20
/** A first reading this far from the median must be confirmed by the following ones. */
const FAR_FROM_MEDIAN_M = 3000

function isPlausible(
  raw: Int32Array,
  seconds: Float64Array,
  good: number,
  row: number,
  sample: Int32Array,
  doubtful: number,
): boolean {
  if (doubtful >= MAX_MISREADINGS) return true
  if (good < 0) return isNearMedian(raw[row]!, sample)
  const reach = TOLERANCE_M + MAX_CLIMB_MS * (seconds[row]! - seconds[good]!)
  return Math.abs(raw[row]! - raw[good]!) <= reach
}

function sampleUsable(raw: Int32Array, length: number, isUsable: (row: number) => boolean): Int32Array {
  const step = Math.max(1, Math.floor(length / 1000))
  const sample = new Int32Array(Math.ceil(length / step))
  let count = 0
  for (let row = 0; row < length; row += step) if (isUsable(row)) sample[count++] = raw[row]!
  return sample.subarray(0, count)
}

/** A reading near all of them is near their median: they are sorted only for one that is not. */
function isNearMedian(metres: number, sample: Int32Array): boolean {
  const isNear = (other: number) => Math.abs(metres - other) < FAR_FROM_MEDIAN_M
  return (sample.length > 0 && sample.every(isNear)) || isNear(sample.sort()[sample.length >> 1] ?? 0)
}
