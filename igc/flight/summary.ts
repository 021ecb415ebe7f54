// Everything a flight's record shows that does not need a database or a scorer; plain values, fit for JSON.
import { type Altitudes, hasAltitude } from './altitude.ts'
import { formatTime } from '../date.ts'
import type { IgcFile } from '../file.ts'
import type { FlightSegment } from './flight-range.ts'
import { findLongestPart, type FlownPart } from './flown-parts.ts'
import { distanceKm } from '../geodesy.ts'
import { findLaunchType, isTandem, type LaunchType } from './launch.ts'
import { judgeRecording, type Recording } from './recording.ts'
import type { Track } from '../track.ts'

export interface FlightSummary {
  takeoff: FlightPoint
  landing: FlightPoint
  durationSeconds: number
  /** Path length over the flight, measured between points at least 30 m apart so GPS noise adds nothing. */
  trackDistanceKm: number
  /** Over ground, in a straight line, for 30 s; null where no such stretch is recorded without a jump. */
  fastest30sKmh: number | null
  altitude: AltitudeFigures
  pilot: string | null
  glider: string | null
  gliderClass: string | null
  recorder: string | null
  /** A second crew member, or a tandem class or glider, is in the header. */
  isTandem: boolean
  launchType: LaunchType
  /** Fixes in the whole file that hold a usable position. */
  fixCount: number
  /** The fixes to score, both included; null when the file shows no flight. */
  range: { from: number; to: number } | null
  /** Every flight in the file, in time order. */
  segments: FlightSegmentSummary[]
  warnings: SummaryWarning[]
  /** Whether it holds a flight, and to its end. */
  recording: Recording
}

export interface FlightPoint {
  lat: number
  lng: number
  /** ISO 8601, UTC. */
  time: string
  altitudeM: number
}

export interface AltitudeFigures {
  source: 'pressure' | 'gnss'
  maximumM: number
  minimumM: number
  /** Highest point above the take-off. */
  gainM: number
  takeoffM: number
  landingM: number
  /** Metres per second over 20 s; 0 when the flight is shorter. */
  greatestClimbMps: number
  /** Negative. */
  greatestSinkMps: number
}

export interface FlightSegmentSummary {
  from: number
  to: number
  startTime: string
  endTime: string
  durationSeconds: number
  /** This one is the flight. */
  isFlight: boolean
}

export interface SummaryWarning {
  line: number
  code: string
  message: string
}

/** Changes whenever the same flight may give other figures. */
export const SUMMARY_VERSION = '4'

/** The reader's code for several recordings. */
const SEVERAL_FLIGHTS = 'several-flights'

/** Metres; nearer points do not count for the track distance. */
export const NOISE_DISTANCE_M = 30
const CLIMB_WINDOW_SECONDS = 20
/** With fixes further apart the rate over "20 s" would be one over minutes. */
const MAX_CLIMB_WINDOW_SECONDS = 40
const MAX_RATE_MS = 25
const SPEED_WINDOW_SECONDS = 30
/** With fixes further apart the speed would be one over a minute. */
const MAX_SPEED_WINDOW_SECONDS = 45
/** Of latitude; of longitude it is less. */
const MAX_M_PER_DEGREE = 111_200
/** A step so much faster than the stretch it is in is the receiver's, not the wing's. */
const MAX_STEP_RATIO = 2

/** Summarises the longest flight in a recording; a caller that needs the altitudes too chooses them itself. */
export function summariseFlight(file: IgcFile & { track: Track }, altitudes?: Altitudes): FlightSummary {
  return summarisePart(findLongestPart(file, altitudes))
}

export function summarisePart({ file, altitudes, segments, flight, overload }: FlownPart): FlightSummary {
  const { track, headers } = file
  const range = flight ?? { from: 0, to: track.length - 1 }
  const recording = judgeRecording(track, altitudes.metres, flight)
  return {
    takeoff: describePoint(track, altitudes, range.from),
    landing: describePoint(track, altitudes, range.to),
    durationSeconds: flight ? durationOf(track, flight) : 0,
    trackDistanceKm: flight ? measureTrack(track, flight) : 0,
    // A clock that was changed makes every speed a wrong one.
    fastest30sKmh: flight && overload === undefined ? measureFastest(track, flight) : null,
    altitude: measureAltitudes(track, altitudes, range),
    pilot: headers.pilot ?? null,
    glider: headers.gliderType ?? null,
    gliderClass: headers.competitionClass ?? null,
    recorder: headers.recorderType ?? headers.recorderId ?? null,
    isTandem: isTandem(headers),
    launchType: flight ? findLaunchType(track, altitudes.metres, flight, headers) : 'Self',
    fixCount: track.length,
    range: flight ? { from: flight.from, to: flight.to } : null,
    segments: segments.map((segment) => describeSegment(track, segment, flight)),
    warnings: listWarnings(file, segments, overload, recording),
    recording,
  }
}

function listWarnings(
  { diagnoses, lines, track }: FlownPart['file'],
  segments: readonly FlightSegment[],
  overload: number | undefined,
  recording: Recording,
): SummaryWarning[] {
  const warnings = diagnoses.map(({ line, code, message }) => ({ line, code, message }))
  if (overload !== undefined)
    warnings.push({
      line: lines[overload]!,
      code: 'implausible-speed',
      message: `Line ${lines[overload]}: the circles are flown faster than any wing can turn, as if the clock had been changed; the flight scores nothing.`,
    })
  if (segments.length > 0 && !hasAltitude(track))
    warnings.push({
      line: 0,
      code: 'no-altitude',
      message: 'The recorder has written no altitude: the distance counts, heights and climbs are not known.',
    })
  const [, second] = segments
  if (second && !warnings.some(({ code }) => code === SEVERAL_FLIGHTS)) {
    const line = lines[second.from] ?? 0
    const count = segments.length === 2 ? 'another flight' : `the second of ${segments.length} flights`
    const message = `Line ${line}: ${count} begins here. Each was scored by itself, and the best one is the flight.`
    warnings.push({ line, code: SEVERAL_FLIGHTS, message })
  }
  if (recording === 'cut-short')
    warnings.push({
      line: lines.at(-1)!,
      code: recording,
      message: `Line ${lines.at(-1)}: the recording ends here, in the air, as if the file were cut off; it does not count as a flight unless its pilot says so.`,
    })
  if (segments.length === 0)
    warnings.push({
      line: 0,
      code: 'no-flight',
      message: 'The track shows no flight: nothing in it moves like a wing.',
    })
  return warnings
}

function describePoint(track: Track, { metres }: Altitudes, row: number): FlightPoint {
  return {
    lat: roundDegrees(track.latitude[row]!),
    lng: roundDegrees(track.longitude[row]!),
    time: formatTime(track.seconds[row]!),
    altitudeM: metres[row]!,
  }
}

/** As a take-off is stored. */
export function roundDegrees(degrees: number): number {
  return roundTo(degrees, 6)
}

function describeSegment(
  track: Track,
  segment: FlightSegment,
  flight: FlightSegment | undefined,
): FlightSegmentSummary {
  return {
    from: segment.from,
    to: segment.to,
    startTime: formatTime(track.seconds[segment.from]!),
    endTime: formatTime(track.seconds[segment.to]!),
    durationSeconds: durationOf(track, segment),
    isFlight: segment === flight,
  }
}

function durationOf({ seconds }: Track, { from, to }: FlightSegment): number {
  return seconds[to]! - seconds[from]!
}

/** How wide a degree of longitude is where it is widest, as a share of one of latitude. */
function findWidest(latitude: Float64Array, { from, to }: FlightSegment): number {
  let nearest = 90
  for (let row = from; row <= to; row++) nearest = Math.min(nearest, Math.abs(latitude[row]!))
  return Math.cos((nearest * Math.PI) / 180)
}

/** From anchor to anchor: a fix counts once it lies 30 m or more from the last that did. */
export function measureTrack({ latitude, longitude }: Track, { from, to }: FlightSegment): number {
  const widest = findWidest(latitude, { from, to })
  let kilometres = 0
  let anchor = from
  for (let row = from + 1; row <= to; row++) {
    const north = latitude[row]! - latitude[anchor]!
    const east = (longitude[row]! - longitude[anchor]!) * widest
    // Cheap first: most fixes are nearer.
    if (MAX_M_PER_DEGREE ** 2 * (north * north + east * east) < NOISE_DISTANCE_M ** 2) continue
    const leg = distanceKm(latitude[anchor]!, longitude[anchor]!, latitude[row]!, longitude[row]!)
    if (leg * 1000 < NOISE_DISTANCE_M) continue
    kilometres += leg
    anchor = row
  }
  return roundTo(kilometres, 2)
}

/** The reader has left out what no wing can have reached; smaller jumps of a receiver are left out here. */
function measureFastest(track: Track, { from, to }: FlightSegment): number | null {
  const { seconds, latitude, longitude } = track
  const widest = findWidest(latitude, { from, to })
  let fastestMs = 0
  for (let row = from, start = from; row <= to; row++) {
    while (start + 1 < row && seconds[row]! - seconds[start + 1]! >= SPEED_WINDOW_SECONDS) start++
    const elapsed = seconds[row]! - seconds[start]!
    if (elapsed < SPEED_WINDOW_SECONDS || elapsed > MAX_SPEED_WINDOW_SECONDS) continue
    const north = latitude[row]! - latitude[start]!
    const east = (longitude[row]! - longitude[start]!) * widest
    // Cheap first: few stretches can be faster than the fastest so far.
    if (MAX_M_PER_DEGREE ** 2 * (north * north + east * east) <= (fastestMs * elapsed) ** 2) continue
    const kilometres = distanceKm(latitude[start]!, longitude[start]!, latitude[row]!, longitude[row]!)
    const speedMps = (1000 * kilometres) / elapsed
    if (speedMps > fastestMs && isSteady(track, start, row, speedMps)) fastestMs = speedMps
  }
  return fastestMs === 0 ? null : roundTo(3.6 * fastestMs, 1)
}

function isSteady(
  { seconds, latitude, longitude }: Track,
  from: number,
  to: number,
  speedMps: number,
): boolean {
  for (let row = from + 1; row <= to; row++) {
    const elapsed = seconds[row]! - seconds[row - 1]!
    const step = distanceKm(latitude[row - 1]!, longitude[row - 1]!, latitude[row]!, longitude[row]!)
    if (1000 * step > NOISE_DISTANCE_M + MAX_STEP_RATIO * speedMps * elapsed) return false
  }
  return true
}

function measureAltitudes(
  track: Track,
  { source, metres }: Altitudes,
  { from, to }: FlightSegment,
): AltitudeFigures {
  let maximumM = metres[from]!
  let minimumM = maximumM
  let greatestClimbMps = 0
  let greatestSinkMps = 0
  let lastJump = from
  for (let row = from, start = from; row <= to; row++) {
    if (row > from && isJump(track, metres, row)) lastJump = row
    maximumM = Math.max(maximumM, metres[row]!)
    minimumM = Math.min(minimumM, metres[row]!)
    while (start + 1 < row && track.seconds[row]! - track.seconds[start + 1]! >= CLIMB_WINDOW_SECONDS) start++
    const elapsed = track.seconds[row]! - track.seconds[start]!
    if (start < lastJump || elapsed < CLIMB_WINDOW_SECONDS || elapsed > MAX_CLIMB_WINDOW_SECONDS) continue
    const rate = (metres[row]! - metres[start]!) / elapsed
    greatestClimbMps = Math.max(greatestClimbMps, rate)
    greatestSinkMps = Math.min(greatestSinkMps, rate)
  }
  return {
    source,
    maximumM,
    minimumM,
    gainM: maximumM - metres[from]!,
    takeoffM: metres[from]!,
    landingM: metres[to]!,
    greatestClimbMps: roundTo(greatestClimbMps, 1),
    greatestSinkMps: roundTo(greatestSinkMps, 1),
  }
}

/** A step that neither a launch nor a spiral dive makes: a rate over it would be the sensor's, not the wing's. */
function isJump({ seconds }: Track, metres: Float64Array, row: number): boolean {
  const elapsed = Math.max(1, seconds[row]! - seconds[row - 1]!)
  return Math.abs(metres[row]! - metres[row - 1]!) > MAX_RATE_MS * elapsed
}

function roundTo(value: number, digits: number): number {
  // Adding 0 turns -0, which JSON would keep as 0 anyway, into 0.
  return Math.round(value * 10 ** digits) / 10 ** digits + 0
}
