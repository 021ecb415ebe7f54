// Tracks with silences, and what is forged with them: a drive with the recorder off, a loop that is flown once and written
// twice. Seeded, as simulated flights are.
import { distanceKm } from '#igc/geodesy.ts'
import { seededRandom, simulateFlight } from '#igc/simulate.ts'
import type { Track } from '#igc/track.ts'

const METRES_PER_DEGREE = 111_195

/** The fixes before and after so many seconds without any, around this one. */
export function silence(
  track: Track,
  at: number,
  seconds: number,
): { before: Track; after: Track; whole: Track } {
  const middle = track.seconds[at]!
  const isBefore = (row: number) => track.seconds[row]! <= middle - seconds / 2
  const isAfter = (row: number) => track.seconds[row]! >= middle + seconds / 2
  return {
    before: choose(track, isBefore),
    after: choose(track, isAfter),
    whole: choose(track, (row) => isBefore(row) || isAfter(row)),
  }
}

/** Two flights, and the way between them by car. */
export interface Drive {
  first: Track
  second: Track
  whole: Track
  gapSeconds: number
  drivenKm: number
  /** Whether the ground is seen before or after the drive. */
  isRestSeen: boolean
}

/** 5 to 110 minutes at 20 to 90 km/h; at either end the recorder is switched off at rest, or in the air already. */
export function simulateDrive(seed: number): Drive {
  const random = seededRandom(seed)
  const rateSeconds = 1 + Math.floor(5 * random())
  const fly = (offset: number, place: { latitude: number; longitude: number }, startSecondsOfDay: number) =>
    simulateFlight({
      seed: seed * 2 + offset,
      shape: 'line',
      taskKm: 8 + 10 * random(),
      rateSeconds,
      waitSeconds: 200,
      startSecondsOfDay,
      ...place,
    })
  const first = fly(0, { latitude: 46.5, longitude: 8 }, 9 * 3600)
  const [restBefore, restAfter] = [random(), random()].map((chance) =>
    chance < 0.5 ? 20 + 160 * random() : -60 * random(),
  ) as [number, number]
  const gapSeconds = (5 + 105 * random()) * 60
  const drivenKm = (gapSeconds / 3600) * (20 + 70 * random())
  const before = keepUntil(first.track, first.range.to, restBefore)
  const end = before.length - 1
  const turn = 2 * Math.PI * random()
  const place = {
    latitude: before.latitude[end]! + ((drivenKm * 1000) / METRES_PER_DEGREE) * Math.cos(turn),
    longitude: before.longitude[end]! + ((drivenKm * 1000) / METRES_PER_DEGREE / 0.69) * Math.sin(turn),
  }
  const second = fly(1, place, 0)
  const after = keepFrom(second.track, second.range.from, restAfter)
  const moved = shiftTime(after, before.seconds[end]! + gapSeconds - after.seconds[0]!)
  return {
    first: before,
    second: moved,
    whole: join(before, moved),
    gapSeconds,
    drivenKm: distanceKm(
      before.latitude[end]!,
      before.longitude[end]!,
      moved.latitude[0]!,
      moved.longitude[0]!,
    ),
    isRestSeen: restBefore > 0 || restAfter > 0,
  }
}

/** A flight whose middle is written once more at its end, 60 to 600 seconds later; `noiseM` moves every fix of the copy. */
export function simulateReplay(seed: number, noiseM: number): { flown: Track; whole: Track } {
  const random = seededRandom(seed)
  const { track, range } = simulateFlight({
    seed,
    taskKm: 10 + 15 * random(),
    rateSeconds: 1 + Math.floor(5 * random()),
    isNatural: random() < 0.5,
  })
  const flown = keepUntil(track, range.to, -120 * random())
  const length = range.to - range.from
  const from = range.from + Math.floor(length * 0.3 * random())
  const to = Math.min(flown.length - 1, from + Math.floor(length * (0.3 + 0.4 * random())))
  const copy = choose(flown, (row) => row >= from && row <= to)
  const noise = () => ((random() - 0.5) * 2 * noiseM) / METRES_PER_DEGREE
  const later = flown.seconds.at(-1)! + 60 + Math.floor(540 * random()) - copy.seconds[0]!
  const moved = shiftTime(copy, later)
  return {
    flown,
    whole: join(flown, {
      ...moved,
      latitude: moved.latitude.map((value) => value + noise()),
      longitude: moved.longitude.map((value) => value + noise()),
    }),
  }
}

/** Up to so many seconds after this row, or before it when they are negative. */
function keepUntil(track: Track, row: number, seconds: number): Track {
  return choose(track, (each) => track.seconds[each]! <= track.seconds[row]! + seconds)
}

/** From so many seconds before this row, or after it when they are negative. */
function keepFrom(track: Track, row: number, seconds: number): Track {
  return choose(track, (each) => track.seconds[each]! >= track.seconds[row]! - seconds)
}

function shiftTime(track: Track, bySeconds: number): Track {
  return { ...track, seconds: track.seconds.map((value) => Math.round(value + bySeconds)) }
}

const columns = ['seconds', 'latitude', 'longitude', 'pressureAltitude', 'gnssAltitude', 'valid'] as const

function choose(track: Track, isKept: (row: number) => boolean): Track {
  const rows = Array.from({ length: track.length }, (_, row) => row).filter(isKept)
  return build(rows.length, (column, row) => track[column][rows[row]!]!)
}

export function join(first: Track, second: Track): Track {
  return build(first.length + second.length, (column, row) =>
    row < first.length ? first[column][row]! : second[column][row - first.length]!,
  )
}

function build(length: number, valueOf: (column: (typeof columns)[number], row: number) => number): Track {
  const gather = (column: (typeof columns)[number]) =>
    Float64Array.from({ length }, (_, row) => valueOf(column, row))
  return {
    length,
    seconds: gather('seconds'),
    latitude: gather('latitude'),
    longitude: gather('longitude'),
    pressureAltitude: Int32Array.from(gather('pressureAltitude')),
    gnssAltitude: Int32Array.from(gather('gnssAltitude')),
    valid: Uint8Array.from(gather('valid')),
  }
}
