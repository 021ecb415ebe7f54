// How much each step of a record speaks for the air or for the ground.
import { listCosines, shortDistanceKm } from '../geodesy.ts'
import type { Track } from '../track.ts'

/** Speed is measured over this long: circles keep theirs, a resting receiver's noise nearly vanishes. */
const SPEED_WINDOW_SECONDS = 5
const CLIMB_WINDOW_SECONDS = 15
/** A gap in the record says little; a long one without getting anywhere is a stay on the ground. */
const LONG_GAP_SECONDS = 600
const MAX_GAP_WEIGHT_SECONDS = 100
const MAX_LONG_GAP_WEIGHT_SECONDS = 300

/** For each fix, the seconds to the next one, weighted: positive for flying, negative for the ground. */
export function weighEvidence(track: Track, metres: Float64Array): Float64Array {
  const { length, seconds } = track
  const evidence = new Float64Array(length)
  const sums = createSums(seconds)
  const cosines = listCosines(track.latitude, length)
  const [near, around, wide] = [0, 0, 0].map((row) => ({ from: row, to: row })) as [Window, Window, Window]
  for (let row = 0; row < length - 1; row++) {
    const gap = seconds[row + 1]! - seconds[row]!
    slideWindow(near, seconds, row, SPEED_WINDOW_SECONDS)
    slideWindow(around, seconds, row, CLIMB_WINDOW_SECONDS)
    slideWindow(wide, seconds, row, DRIFT_WINDOW_SECONDS)
    const elapsed = Math.max(1, seconds[near.to]! - seconds[near.from]!)
    const speed = (shortDistanceKm(track, cosines, near.from, near.to) * 1000) / elapsed
    const climb = measureClimb(seconds, metres, around, CLIMB_WINDOW_SECONDS)
    const drift = measureClimb(seconds, metres, wide, DRIFT_WINDOW_SECONDS)
    const maxWeight = gap > LONG_GAP_SECONDS ? MAX_LONG_GAP_WEIGHT_SECONDS : MAX_GAP_WEIGHT_SECONDS
    evidence[row] = Math.min(gap, maxWeight) * weighMotion(speed, Math.abs(climb))
    sums.path[row + 1] = sums.path[row]! + gap * speed
    sums.risen[row + 1] = sums.risen[row]! + gap * climb
    sums.climbed[row + 1] = sums.climbed[row]! + gap * Math.abs(climb)
    sums.drifted[row + 1] = sums.drifted[row]! + gap * Math.abs(drift)
  }
  excuseRestless(evidence, sums)
  return evidence
}

interface Window {
  from: number
  to: number
}

/** Metres per second; sink is negative. */
function measureClimb(
  seconds: Float64Array,
  metres: Float64Array,
  { from, to }: Window,
  width: number,
): number {
  return (metres[to]! - metres[from]!) / Math.max(width, seconds[to]! - seconds[from]!)
}

/** Around the step from this fix to the next, half to each side where the fixes are dense. */
function slideWindow(window: Window, seconds: Float64Array, row: number, width: number): void {
  while (seconds[row]! - seconds[window.from]! > width / 2) window.from++
  while (
    window.to < seconds.length - 1 &&
    (window.to <= row || seconds[window.to]! - seconds[row]! < width / 2)
  )
    window.to++
}

/** Metres per second: a walker stays below 2.5 and climbs or descends at less than 0.6. */
function weighMotion(speed: number, climb: number): number {
  const byClimb = climb > 1 ? 1 : climb > 0.6 ? 0.5 : 0
  if (speed > 6) return 2
  if (speed > 4) return 1 + byClimb
  if (speed > 2.5) return byClimb
  if (speed > 1) return byClimb > 0 ? byClimb / 2 : -0.6
  // The GNSS altitude of a resting receiver drifts too, though not this fast.
  if (climb > 1.5) return 0.5
  return byClimb > 0 ? 0 : -1
}

const REST_WINDOW_SECONDS = 120
/** A shorter record, at the ends of a file, is too short to tell. */
const MIN_REST_WINDOW_SECONDS = 60
const DRIFT_WINDOW_SECONDS = 30
/** Metres per second, the mean of climb and sink: real recorders at rest show half of it or less. */
const STILL_CLIMB_MS = 0.08
/** The same of people who walk over gentle ground. */
const GENTLE_CLIMB_MS = 0.15
const GENTLE_SLOPE = 0.1
/** The slope of a path that people walk up or down. */
const WALKABLE_SLOPE = 0.45
/** A walker goes up or goes down; in two minutes a wing does both. */
const MIN_WALK_STEADINESS = 0.85

/** Each rate added up to each row: its mean between two rows is one subtraction. */
interface MotionSums {
  seconds: Float64Array
  path: Float64Array
  risen: Float64Array
  /** Climb and sink alike, over 15 s and over 30. */
  climbed: Float64Array
  drifted: Float64Array
}

function createSums(seconds: Float64Array): MotionSums {
  const column = () => new Float64Array(seconds.length)
  return { seconds, path: column(), risen: column(), climbed: column(), drifted: column() }
}

/**
 * Slow fixes that are neither at rest nor walking, in the two minutes before and in the two after, do not speak
 * for the ground: a wing that the wind holds over one place. Judged to both sides, the launch and the landing stay
 * sharp.
 */
function excuseRestless(evidence: Float64Array, sums: MotionSums): void {
  const { seconds } = sums
  const { length } = seconds
  let from = 0
  let to = 0
  for (let row = 0; row < length - 1; row++) {
    if (evidence[row]! >= 0) continue
    while (from < row && seconds[row + 1]! - seconds[from]! > REST_WINDOW_SECONDS) from++
    while (to < length - 1 && (to <= row || seconds[to]! - seconds[row]! < REST_WINDOW_SECONDS)) to++
    if (!looksGrounded(sums, from, row + 1) && !looksGrounded(sums, row, to)) evidence[row] = 0
  }
}

function looksGrounded(
  { seconds, path, risen, climbed, drifted }: MotionSums,
  from: number,
  to: number,
): boolean {
  const elapsed = seconds[to]! - seconds[from]!
  const length = path[to]! - path[from]!
  const drift = drifted[to]! - drifted[from]!
  if (elapsed < MIN_REST_WINDOW_SECONDS) return true
  if (drift <= STILL_CLIMB_MS * elapsed) return true
  if (drift <= Math.min(GENTLE_CLIMB_MS * elapsed, GENTLE_SLOPE * length)) return true
  const climb = climbed[to]! - climbed[from]!
  const isSteady = Math.abs(risen[to]! - risen[from]!) >= MIN_WALK_STEADINESS * climb
  return isSteady && climb <= WALKABLE_SLOPE * length
}
