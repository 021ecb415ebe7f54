// Forged files, by kind: each seed gives another one. Every kind scored before it was looked for.
import { seededRandom, simulateFlight } from '#igc/simulate.ts'
import type { Track } from '#igc/track.ts'
import { writeIgc } from '#igc/write.ts'

const KM_PER_DEGREE = 111.195
const DAY_SECONDS = Date.parse('2026-05-17T08:00:00Z') / 1000

export interface Forged {
  /** In words, for a test that fails. */
  name: string
  bytes: Uint8Array
  /** As it was flown; left out where there was no flight at all. */
  honest?: Uint8Array
}

export const forgeries = { moveCorners, driveFast, compress, driveMotorway }

/** Three corners of a flight, moved away from its middle for 5 to 300 s each. */
export function moveCorners(seed: number): Forged {
  const random = seededRandom(seed)
  const rateSeconds = 1 + Math.floor(3 * random())
  const { track, range, bytes } = simulateFlight({ seed, taskKm: 15 + 30 * random(), rateSeconds })
  const km = 0.3 + 4.7 * random() ** 2
  const lasts = 5 + 295 * random() ** 2
  const moved = copy(track)
  const flown = range.to - range.from
  for (const share of [0.22, 0.5, 0.78]) {
    const corner = Math.round(range.from + flown * (share + 0.06 * (random() - 0.5)))
    const direction = 2 * Math.PI * random()
    const north = (km / KM_PER_DEGREE) * Math.cos(direction)
    const east =
      ((km / KM_PER_DEGREE) * Math.sin(direction)) / Math.cos((track.latitude[corner]! * Math.PI) / 180)
    for (let row = corner; row < corner + Math.ceil(lasts / rateSeconds); row++) {
      moved.latitude[row]! += north
      moved.longitude[row]! += east
    }
  }
  const name = `seed ${seed}: corners moved by ${km.toFixed(1)} km for ${lasts.toFixed(0)} s, a fix in ${rateSeconds} s`
  return { name, bytes: writeIgc({ track: moved }), honest: bytes }
}

/** A train or an airliner: 250 to 900 km/h, a fix in 1 to 10 s. */
export function driveFast(seed: number): Forged {
  const random = seededRandom(seed)
  const kmh = 250 + 650 * random()
  const isAirliner = kmh > 400
  const ride = { kmh, rate: 1 + Math.floor(10 * random()), minutes: 15 + 60 * random() }
  const heights = isAirliner ? { from: 3000, gain: 7000, waves: 40 } : { from: 300, gain: 400, waves: 60 }
  const name = `seed ${seed}: ${kmh.toFixed(0)} km/h, a fix in ${ride.rate} s, ${ride.minutes.toFixed(0)} min`
  return { name, bytes: writeIgc({ track: layRide(ride, heights, random) }) }
}

/** A car on a motorway over hills. */
export function driveMotorway(seed: number): Forged {
  const random = seededRandom(seed)
  const ride = { kmh: 100 + 50 * random(), rate: 1 + Math.floor(5 * random()), minutes: 15 + 60 * random() }
  const name = `seed ${seed}: motorway at ${ride.kmh.toFixed(0)} km/h, a fix in ${ride.rate} s`
  return { name, bytes: writeIgc({ track: layRide(ride, { from: 400, gain: 100, waves: 40 }, random) }) }
}

/** A flight with its clock three to twenty times as fast, one fix a second at most. */
export function compress(seed: number): Forged {
  const random = seededRandom(seed)
  const factor = 3 + 17 * random()
  const rateSeconds = 1 + Math.floor(3 * random())
  const { track, bytes } = simulateFlight({
    seed,
    taskKm: 20 + 40 * random(),
    rateSeconds,
    isNatural: random() < 0.5,
    shape: random() < 0.5 ? 'triangle' : 'line',
  })
  const rows: number[] = []
  const seconds: number[] = []
  for (let row = 0; row < track.length; row++) {
    const second = Math.floor(track.seconds[0]! + (track.seconds[row]! - track.seconds[0]!) / factor)
    if (second === seconds.at(-1)) continue
    rows.push(row)
    seconds.push(second)
  }
  const fast = choose(track, rows)
  fast.seconds.set(seconds)
  const name = `seed ${seed}: ${factor.toFixed(1)} times as fast, from a fix in ${rateSeconds} s`
  return { name, bytes: writeIgc({ track: fast }), honest: bytes }
}

interface Heights {
  from: number
  gain: number
  waves: number
}

function layRide(
  { kmh, rate, minutes }: { kmh: number; rate: number; minutes: number },
  { from, gain, waves }: Heights,
  random: () => number,
): Track {
  const length = Math.ceil((minutes * 60) / rate)
  const track = choose(
    simulateFlight({ seed: 1, taskKm: 1 }).track,
    Array.from({ length }, () => 0),
  )
  let heading = 2 * Math.PI * random()
  for (let row = 0; row < length; row++) {
    const share = row / length
    const km = ((kmh * (0.97 + 0.06 * random())) / 3600) * rate
    heading += 0.004 * rate * (random() - 0.5)
    track.seconds[row] = DAY_SECONDS + row * rate
    if (row > 0) {
      const latitude = track.latitude[row - 1]!
      track.latitude[row] = latitude + (km * Math.cos(heading)) / KM_PER_DEGREE
      track.longitude[row] =
        track.longitude[row - 1]! +
        (km * Math.sin(heading)) / KM_PER_DEGREE / Math.cos((latitude * Math.PI) / 180)
    }
    const metres = from + gain * Math.sin(Math.PI * share) + waves * Math.sin((row * rate) / 90)
    track.pressureAltitude[row] = Math.round(metres)
    track.gnssAltitude[row] = Math.round(metres + 45)
  }
  return track
}

const copy = (track: Track) =>
  choose(
    track,
    Array.from({ length: track.length }, (_, row) => row),
  )

function choose(track: Track, rows: readonly number[]): Track {
  return {
    length: rows.length,
    seconds: Float64Array.from(rows, (row) => track.seconds[row]!),
    latitude: Float64Array.from(rows, (row) => track.latitude[row]!),
    longitude: Float64Array.from(rows, (row) => track.longitude[row]!),
    pressureAltitude: Int32Array.from(rows, (row) => track.pressureAltitude[row]!),
    gnssAltitude: Int32Array.from(rows, (row) => track.gnssAltitude[row]!),
    valid: Uint8Array.from(rows, (row) => track.valid[row]!),
    extensions: {},
  } as Track
}
