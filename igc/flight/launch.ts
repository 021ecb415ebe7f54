// A guess at how the flight began and how many flew: the owner can correct both.
import type { IgcHeaders } from '../file.ts'
import { distanceKm } from '../geodesy.ts'
import type { Track } from '../track.ts'

export type LaunchType = 'Self' | 'Towed' | 'Powered'

interface Range {
  from: number
  to: number
}

const TANDEM_WORDS = /\b(?:tandem|bi-?place|bi-?posto|two-?seat(?:er)?|doppelsitzer|bi)\b/i
/** FAI microlight classes, such as RPF2T: the digit counts the people on board. */
const TWO_ON_BOARD = /^R[A-Z]{2}2/
const POWERED_CLASS = /^R[A-Z]{2}[12]|paramot|\bppg\b|microlight|\bulm\b/i

export function isTandem({ pilot, crew, competitionClass = '', gliderType = '' }: IgcHeaders): boolean {
  if (crew !== undefined && crew !== pilot) return true
  return (
    TANDEM_WORDS.test(competitionClass) ||
    TANDEM_WORDS.test(gliderType) ||
    TWO_ON_BOARD.test(competitionClass)
  )
}

export function findLaunchType(
  track: Track,
  altitudes: Float64Array,
  flight: Range,
  headers: IgcHeaders,
): LaunchType {
  if (POWERED_CLASS.test(headers.competitionClass ?? '') || runsEngine(track, flight)) return 'Powered'
  return looksTowed(track, altitudes, flight) ? 'Towed' : 'Self'
}

/** On a scale to 999: the wind in a glider stays below, an engine above. */
const ENGINE_LEVEL = 700
const ENGINE_SECONDS = 30

/** ENL (engine noise level) or MOP (means of propulsion) high for half a minute. */
function runsEngine({ extensions, seconds }: Track, flight: Range): boolean {
  return ['ENL', 'MOP'].some((code) => {
    const level = extensions?.[code]
    if (!level) return false
    let running = 0
    for (let row = flight.from; row < flight.to; row++) {
      if (level[row]! >= ENGINE_LEVEL) running += Math.min(10, seconds[row + 1]! - seconds[row]!)
    }
    return running >= ENGINE_SECONDS
  })
}

/** A slow tow behind a drum, car or aircraft; a fast winch. */
const TOW_PROFILES = [
  { towSeconds: 60, climbMps: 2.2, stepRiseM: 15, awayKm: 0.15 },
  { towSeconds: 20, climbMps: 5, stepRiseM: 60, awayKm: 0.05 },
] as const
type TowProfile = (typeof TOW_PROFILES)[number]

const STEP_SECONDS = 15
const MIN_STRAIGHTNESS = 0.9
/** The climb begins after the roll or the slack rope. */
const MAX_SECONDS_TO_CLIMB = 40

/** Climbs straight ahead from the start, at a rate that no slope gives without a turn. */
function looksTowed(track: Track, altitudes: Float64Array, flight: Range): boolean {
  const { seconds } = track
  for (let row = flight.from; row < flight.to; row++) {
    if (seconds[row]! - seconds[flight.from]! > MAX_SECONDS_TO_CLIMB) return false
    if (TOW_PROFILES.some((profile) => isTowFrom(track, altitudes, row, flight.to, profile))) return true
  }
  return false
}

function isTowFrom(
  track: Track,
  altitudes: Float64Array,
  start: number,
  last: number,
  profile: TowProfile,
): boolean {
  const { seconds, latitude, longitude } = track
  const { towSeconds, climbMps, stepRiseM, awayKm } = profile
  let path = 0
  let end = start
  let checked = start
  while (end < last && seconds[end]! - seconds[start]! < towSeconds) {
    end++
    path += distanceKm(latitude[end - 1]!, longitude[end - 1]!, latitude[end]!, longitude[end]!)
    if (seconds[end]! - seconds[checked]! < STEP_SECONDS) continue
    if (altitudes[end]! - altitudes[checked]! < stepRiseM) return false
    checked = end
  }
  const elapsed = seconds[end]! - seconds[start]!
  if (elapsed < towSeconds || elapsed > 2 * towSeconds) return false
  const net = distanceKm(latitude[start]!, longitude[start]!, latitude[end]!, longitude[end]!)
  const climb = (altitudes[end]! - altitudes[start]!) / elapsed
  return climb >= climbMps && net >= awayKm && net > MIN_STRAIGHTNESS * path
}
