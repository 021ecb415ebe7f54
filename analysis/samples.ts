// A flight resampled to one position a second, on a plane: there it is measured what turns and what drifts.
import { EARTH_RADIUS_KM } from '#igc/geodesy.ts'
import type { Scratch } from '#igc/scratch.ts'
import type { Track } from '#igc/track.ts'
import { parameters } from './parameters.ts'

/** Rows, both included. */
export interface Range {
  from: number
  to: number
}

/** Metres per second, toward. */
export interface Vector {
  east: number
  north: number
}

/** Where columns are taken from. */
export type Memory = Pick<Scratch, 'take'>

/** Columns, one row per recorded second of the flight. */
export interface Samples {
  readonly length: number
  /** Seconds since 1970. */
  readonly seconds: Float64Array
  /** Metres from the first fix, summed up along the path: true to scale however far it leads. */
  readonly east: Float64Array
  readonly north: Float64Array
  /** Metres. */
  readonly altitude: Float64Array
  /** Metres per second over the ground. */
  readonly eastward: Float64Array
  readonly northward: Float64Array
  /** Stretches without a gap, in time order. */
  readonly pieces: readonly Range[]
  /** From one fix to the next where they are so far apart that a turn has few of them; in time order. */
  readonly longSteps: readonly Range[]
  /** From fix to fix in them, in the mean; 0 without any. */
  readonly intervalSeconds: number
}

const RADIANS = Math.PI / 180
const METRES_PER_DEGREE = EARTH_RADIUS_KM * 1000 * RADIANS

export function sampleFlight(track: Track, range: Range, metres: Float64Array, memory: Memory): Samples {
  const { seconds } = track
  const stretches = listStretches(track, range)
  const counts = stretches.map(({ from, to }) => Math.ceil(seconds[to]! - seconds[from]!) + 1)
  const length = counts.reduce((sum, count) => sum + count, 0)
  const samples = createSamples(length, memory)
  const plane = unroll(track, range, memory)
  for (const [index, stretch] of stretches.entries()) {
    const from = (samples.pieces.at(-1)?.to ?? -1) + 1
    const piece = { from, to: from + counts[index]! - 1 }
    resample(samples, piece, { seconds, metres, ...plane }, stretch, range.from)
    measureVelocity(samples, piece)
    for (const step of listLongSteps(seconds, stretch, piece)) {
      measureStep(samples, step)
      samples.longSteps.push(step)
    }
    samples.pieces.push(piece)
  }
  return { ...samples, intervalSeconds: measureInterval(track, stretches) }
}

function measureInterval({ seconds }: Track, stretches: readonly Range[]): number {
  const time = stretches.reduce((sum, { from, to }) => sum + seconds[to]! - seconds[from]!, 0)
  return (
    time /
    Math.max(
      1,
      stretches.reduce((sum, { from, to }) => sum + to - from, 0),
    )
  )
}

type Columns = ReturnType<typeof createSamples>

function createSamples(length: number, memory: Memory) {
  const column = () => memory.take(length)
  return {
    length,
    seconds: column(),
    east: column(),
    north: column(),
    altitude: column(),
    eastward: column(),
    northward: column(),
    pieces: [] as Range[],
    longSteps: [] as Range[],
  }
}

/** A stretch between two gaps that is shorter than a glide takes is a part of the gap. */
function listStretches(track: Track, range: Range): Range[] {
  const stretches = splitAtGaps(track, range)
  if (stretches.length === 1) return stretches
  const { glideMinSeconds } = parameters
  return stretches.filter(({ from, to }) => track.seconds[to]! - track.seconds[from]! >= glideMinSeconds)
}

function splitAtGaps({ seconds }: Track, { from, to }: Range): Range[] {
  const { gapSeconds } = parameters
  const stretches: Range[] = []
  let start = from
  for (let row = from + 1; row <= to; row++) {
    if (seconds[row]! - seconds[row - 1]! <= gapSeconds) continue
    stretches.push({ from: start, to: row - 1 })
    start = row
  }
  stretches.push({ from: start, to })
  return stretches
}

/** Degrees of latitude over which a degree of longitude keeps its length to some hundred-thousandths. */
const SAME_LATITUDE = 0.001

/** The fixes of the range on a plane, by steps. */
function unroll(
  { latitude, longitude }: Track,
  { from, to }: Range,
  memory: Memory,
): { east: Float64Array; north: Float64Array } {
  const east = memory.take(to - from + 1)
  const north = memory.take(to - from + 1)
  let measuredAt = Infinity
  let eastMetres = 0
  for (let row = from + 1; row <= to; row++) {
    const at = row - from
    const step = latitude[row]! - latitude[row - 1]!
    const middle = latitude[row - 1]! + step / 2
    if (!(Math.abs(middle - measuredAt) < SAME_LATITUDE)) {
      measuredAt = middle
      eastMetres = METRES_PER_DEGREE * Math.cos(middle * RADIANS)
    }
    east[at] = east[at - 1]! + wrap(longitude[row]! - longitude[row - 1]!) * eastMetres
    north[at] = north[at - 1]! + step * METRES_PER_DEGREE
  }
  return { east, north }
}

/** To -180 to 180: across the antimeridian the short way. */
export function wrap(degrees: number): number {
  if (degrees > 180) return degrees - 360
  return degrees < -180 ? degrees + 360 : degrees
}

interface Fixes {
  seconds: Float64Array
  metres: Float64Array
  /** From the first fix of the range on, as the others are from that of the track. */
  east: Float64Array
  north: Float64Array
}

/** Linear between fixes, from the first of the stretch to the last. */
function resample(samples: Columns, piece: Range, fixes: Fixes, stretch: Range, first: number): void {
  const { seconds, metres, east, north } = fixes
  const { seconds: clock, east: eastAt, north: northAt, altitude } = samples
  const start = seconds[stretch.from]!
  const end = seconds[stretch.to]!
  let row = stretch.from
  for (let at = piece.from; at <= piece.to; at++) {
    const time = Math.min(start + at - piece.from, end)
    while (row + 1 < stretch.to && seconds[row + 1]! <= time) row++
    const next = Math.min(row + 1, stretch.to)
    const elapsed = seconds[next]! - seconds[row]!
    const share = elapsed > 0 ? Math.min(1, (time - seconds[row]!) / elapsed) : 1
    const here = row - first
    const there = next - first
    clock[at] = time
    eastAt[at] = east[here]! + share * (east[there]! - east[here]!)
    northAt[at] = north[here]! + share * (north[there]! - north[here]!)
    altitude[at] = metres[row]! + share * (metres[next]! - metres[row]!)
  }
}

function measureVelocity({ seconds, east, north, eastward, northward }: Columns, { from, to }: Range): void {
  const reach = parameters.halfWindowSeconds
  for (let at = from; at <= to; at++) {
    const before = Math.max(from, at - reach)
    const after = Math.min(to, at + reach)
    const elapsed = Math.max(1, seconds[after]! - seconds[before]!)
    eastward[at] = (east[after]! - east[before]!) / elapsed
    northward[at] = (north[after]! - north[before]!) / elapsed
  }
}

function listLongSteps(seconds: Float64Array, stretch: Range, piece: Range): Range[] {
  const steps: Range[] = []
  const start = seconds[stretch.from]!
  const rowAt = (fix: number) => Math.min(piece.to, piece.from + Math.round(seconds[fix]! - start))
  for (let fix = stretch.from + 1; fix <= stretch.to; fix++)
    if (seconds[fix]! - seconds[fix - 1]! >= parameters.longStepSeconds)
      steps.push({ from: rowAt(fix - 1), to: rowAt(fix) })
  return steps
}

/** All the way from one fix to the next the velocity is that of the step: nothing else is known. */
function measureStep(samples: Columns, { from, to }: Range): void {
  const { east, north, eastward, northward } = samples
  const elapsed = samples.seconds[to]! - samples.seconds[from]!
  eastward.fill((east[to]! - east[from]!) / elapsed, from, to)
  northward.fill((north[to]! - north[from]!) / elapsed, from, to)
}
