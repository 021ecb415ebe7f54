// Finds gaps in a track, and judges by height and speed at both ends what happened between; the length of a gap does not
// matter.
import { hasAltitude } from './altitude.ts'
import { distanceKm } from '../geodesy.ts'
import type { Track } from '../track.ts'

/** From this long on the fixes do not show how the wing came from one to the next. */
export const MIN_SILENCE_SECONDS = 45
/** For a recorder that writes a fix every minute or so: so many in a row are missing. */
const MIN_SILENCE_INTERVALS = 5
/** Fewer fixes, or seconds, between two silences do not show what they were part of. */
const MIN_STRETCH_FIXES = 5
const MIN_STRETCH_SECONDS = 20
/** A recorder that is switched off on the ground shows this much of it. */
const MIN_REST_SECONDS = 15
/** Nearer is where the recorder was. */
const SAME_PLACE_M = 300
/** Kilometres per kilometre of height: as far as a wing glides, with the wind behind it and some lift on the way. */
const LONGEST_GLIDE = 15

interface Segment {
  from: number
  to: number
}

/** The fixes between two silences, both included, and the flights that they show by themselves. */
export interface Stretch extends Segment {
  flights: Segment[]
}

/** One, mostly: the whole track. */
export function listStretches(track: Track): Segment[] {
  const { seconds, length } = track
  const last = length - 1
  const longest = findLongestStep(seconds)
  if (longest <= MIN_SILENCE_SECONDS) return [{ from: 0, to: last }]
  const silence = Math.max(MIN_SILENCE_SECONDS, MIN_SILENCE_INTERVALS * findUsualStep(seconds))
  const stretches: Segment[] = []
  let from = 0
  for (let row = 0; row < length; row++) {
    if (row < last && seconds[row + 1]! - seconds[row]! <= silence) continue
    if (row - from + 1 >= MIN_STRETCH_FIXES && seconds[row]! - seconds[from]! >= MIN_STRETCH_SECONDS)
      stretches.push({ from, to: row })
    from = row + 1
  }
  return stretches.length > 0 ? stretches : [{ from: 0, to: last }]
}

function findLongestStep(seconds: Float64Array): number {
  let longest = 0
  for (let row = 1; row < seconds.length; row++) {
    const step = seconds[row]! - seconds[row - 1]!
    if (step > longest) longest = step
  }
  return longest
}

function findUsualStep(seconds: Float64Array): number {
  const steps = new Float64Array(seconds.length - 1)
  for (let row = 0; row < steps.length; row++) steps[row] = seconds[row + 1]! - seconds[row]!
  return steps.sort()[steps.length >> 1]!
}

export function beginsInAir({ seconds }: Track, { from, flights }: Stretch): boolean {
  const [first] = flights
  return first !== undefined && seconds[first.from]! - seconds[from]! < MIN_REST_SECONDS
}

export function endsInAir({ seconds }: Track, { to, flights }: Stretch): boolean {
  const last = flights.at(-1)
  return last !== undefined && seconds[to]! - seconds[last.to]! < MIN_REST_SECONDS
}

/** On the ground before and after, at one place: it lay there meanwhile. */
export function stayed(track: Track, before: Stretch, after: Stretch): boolean {
  if (endsInAir(track, before) || beginsInAir(track, after)) return false
  return measure(track, before.to, after.from) * 1000 <= SAME_PLACE_M
}

/** In the air before, on the ground after, and no further than a wing glides from such a height. */
export function landedIn(track: Track, metres: Float64Array, before: Stretch, after: Stretch): boolean {
  if (!endsInAir(track, before) || beginsInAir(track, after)) return false
  // Without altitudes there is no telling; the flight is marked twice.
  if (!hasAltitude(track)) return true
  const lostKm = (metres[before.to]! - metres[after.from]!) / 1000
  return measure(track, before.to, after.from) <= LONGEST_GLIDE * lostKm
}

function measure({ latitude, longitude }: Track, from: number, to: number): number {
  return distanceKm(latitude[from]!, longitude[from]!, latitude[to]!, longitude[to]!)
}
