// The phases of a flight: they cover it from take-off to landing, each begins where the one before ends.
import { formatTime } from '#igc/date.ts'
import { distanceKm } from '#igc/geodesy.ts'
import type { Track } from '#igc/track.ts'
import { type Circling, describeCircling, findCircling } from './circling.ts'
import { parameters } from './parameters.ts'
import { type GlideValues, type Phase, type PhasePoint, round } from './phase.ts'
import { type Range, type Samples, type Vector, wrap } from './samples.ts'
import { measureTrackKm, type Stretch } from './straight.ts'
import { splitSeen } from './unseen.ts'
import { type Circle, meanCircle } from './wind.ts'

export interface Recording {
  track: Track
  /** The fixes of the flight. */
  range: Range
  /** By fix of the track. */
  metres: Float64Array
  samples: Samples
  heading: Float64Array
}

/** Rows of the samples; of a gap those before and after it, -1 and the length at the ends of the flight. */
export interface FoundPhase extends Stretch {
  circling?: Circling
}

export function findPhases(recording: Recording, wind: Vector | undefined): FoundPhase[] {
  const { samples, heading, track, range } = recording
  const phases: FoundPhase[] = []
  const { pieces, seconds, length } = samples
  const silence = (from: number, to: number) => ({ kind: nameSilence(recording, { from, to }), from, to })
  const [takeoff, landing] = [track.seconds[range.from]!, track.seconds[range.to]!]
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) phases.push(silence(piece.from - 1, piece.from))
    else if (seconds[piece.from]! > takeoff) phases.push(silence(-1, piece.from))
    phases.push(...splitPiece(samples, heading, piece, wind))
  }
  if (length === 0 || seconds[length - 1]! < landing) phases.push(silence(length - 1, length))
  return phases
}

/** Fixes that are too far apart throughout, or nothing recorded for the most part. */
function nameSilence(recording: Recording, silence: Range): 'gap' | 'unknown' {
  const { seconds } = recording.track
  const { from, to } = fixesOf(recording, silence)
  let longest = 0
  for (let fix = from + 1; fix <= to; fix++) longest = Math.max(longest, seconds[fix]! - seconds[fix - 1]!)
  return 2 * longest < seconds[to]! - seconds[from]! ? 'unknown' : 'gap'
}

/** The fixes around it, both included. */
function fixesOf(recording: Recording, { from, to }: Range): Range {
  const { track, range } = recording
  const at = (row: number) => findRow(track.seconds, range, secondsAt(recording, row))
  return { from: at(from), to: at(to) }
}

function splitPiece(
  samples: Samples,
  heading: Float64Array,
  piece: Range,
  wind: Vector | undefined,
): FoundPhase[] {
  const phases: FoundPhase[] = []
  let at = piece.from
  for (const circling of findCircling(samples, heading, piece, wind)) {
    phases.push(...splitSeen(samples, { from: at, to: circling.from }, wind))
    const kind = circling.isThermal ? 'thermal' : 'circling'
    phases.push({ kind, from: circling.from, to: circling.to, circling })
    at = circling.to
  }
  phases.push(...splitSeen(samples, { from: at, to: piece.to }, wind))
  return phases
}

export function describePhases(recording: Recording, phases: readonly FoundPhase[]): Phase[] {
  const { samples, heading } = recording
  const winds = listWinds(phases)
  const points = [phases[0]?.from ?? 0, ...phases.map(({ to }) => to)].map((at) => pointAt(recording, at))
  return phases.map((phase, index) => {
    const [start, end] = [points[index]!, points[index + 1]!]
    const seconds = secondsAt(recording, phase.to) - secondsAt(recording, phase.from)
    const altitudeChangeM = end.altitudeM - start.altitudeM
    const straightKm = distanceKm(start.lat, start.lng, end.lat, end.lng)
    const trackKm = isRecorded(samples, phase) ? measureTrackKm(samples, phase) : straightKm
    const described: Phase = {
      kind: phase.kind,
      start,
      end,
      seconds: round(seconds, 3),
      altitudeChangeM,
      climbMps: round(altitudeChangeM / seconds, 2),
      distanceKm: round(straightKm, 3),
      trackKm: round(Math.max(straightKm, trackKm), 3),
      circling: phase.circling ? describeCircling(samples, heading, phase.circling) : null,
      glide: null,
      secondsPerFix: null,
    }
    if (phase.kind === 'unknown') described.secondsPerFix = measureFixes(recording, phase, seconds)
    if (phase.kind === 'glide') described.glide = describeGlide(samples, phase, described, winds[index])
    return described
  })
}

/** Without a sample between its ends there is only the way from one to the other. */
function isRecorded({ pieces }: Samples, { from, to }: Range): boolean {
  return pieces.some((piece) => piece.from <= from && to <= piece.to)
}

function measureFixes(recording: Recording, phase: Range, seconds: number): number {
  const { from, to } = fixesOf(recording, phase)
  return round(seconds / Math.max(1, to - from), 1)
}

function secondsAt({ samples, track, range }: Recording, at: number): number {
  if (at < 0) return track.seconds[range.from]!
  return at < samples.length ? samples.seconds[at]! : track.seconds[range.to]!
}

/** Between the two fixes around it. */
function pointAt(recording: Recording, at: number): PhasePoint {
  const { track, metres, range } = recording
  const time = secondsAt(recording, at)
  const row = findRow(track.seconds, range, time)
  const next = Math.min(row + 1, range.to)
  const elapsed = track.seconds[next]! - track.seconds[row]!
  const share = elapsed > 0 ? (time - track.seconds[row]!) / elapsed : 1
  const between = (column: Float64Array) => column[row]! + share * (column[next]! - column[row]!)
  const east = wrap(track.longitude[next]! - track.longitude[row]!)
  return {
    time: formatTime(time),
    lat: round(between(track.latitude), 5),
    lng: round(wrap(track.longitude[row]! + share * east), 5),
    altitudeM: round(between(metres), 0),
  }
}

/** The last fix that is not later. */
function findRow(seconds: Float64Array, { from, to }: Range, time: number): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (seconds[middle]! <= time) low = middle
    else high = middle - 1
  }
  return low
}

function describeGlide(
  { east, north }: Samples,
  { from, to }: Range,
  { seconds, altitudeChangeM, distanceKm: km, trackKm }: Phase,
  wind: Vector | undefined,
): GlideValues {
  const loss = -altitudeChangeM
  const hasRatio = loss >= parameters.glideMinLoss
  const throughAir = (by: Vector) =>
    Math.hypot(east[to]! - east[from]! - by.east * seconds, north[to]! - north[from]! - by.north * seconds)
  return {
    speedKmh: round((km * 3600) / seconds, 1),
    trackSpeedKmh: round((trackKm * 3600) / seconds, 1),
    ratio: hasRatio ? round((km * 1000) / loss, 1) : null,
    airRatio: hasRatio && wind ? round(throughAir(wind) / loss, 1) : null,
  }
}

/** For each phase the mean of the winds in the thermals before and after it, as far as they have one. */
function listWinds(phases: readonly FoundPhase[]): (Vector | undefined)[] {
  const before = carryCircle(phases)
  const after = carryCircle(phases.toReversed()).toReversed()
  return phases.map((_, index) =>
    meanCircle([before[index], after[index]].flatMap((circle) => (circle ? [{ ...circle, weight: 1 }] : []))),
  )
}

function carryCircle(phases: readonly FoundPhase[]): (Circle | undefined)[] {
  let last: Circle | undefined
  return phases.map(({ kind, circling }) => {
    if (kind === 'thermal') last = circling?.circle ?? last
    return last
  })
}
