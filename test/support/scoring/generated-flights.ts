// Flights from seeds that a search may find hard, each of its kind: what regressions in scoring are looked for with.
import { simulateFlight } from '#igc/simulate.ts'
import type { Track } from '#igc/track.ts'
import { layTrack, places, seedRandom, shapes } from './track-shapes.ts'

export interface GeneratedFlight {
  name: string
  lay: () => Track
}

const FIXES = 2000
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]
const KM_PER_DEGREE = 111

/** Kilometres east and north that a fix is moved, by the share of the flight that is over. */
type Move = (share: number, north: number) => readonly [east: number, north: number]

/** Changes to a simulated flight. */
const changes: Record<string, (random: () => number) => Move> = {
  unchanged: () => () => [0, 0],
  drifted: (random) => {
    const [east, north] = [40 * (random() - 0.5), 40 * (random() - 0.5)]
    return (share) => [east * share, north * share]
  },
  swirled: (random) => {
    const km = 2 + 5 * random()
    const angle = 2 * Math.PI * (3 + 10 * random())
    return (share) => [km * Math.cos(angle * share), km * Math.sin(angle * share)]
  },
  mirrored: () => (share, north) => [0, share < 0.5 ? 0 : -2 * north],
}

function simulate(seed: number): Track {
  const shape = (['triangle', 'line', 'out-and-return'] as const)[seed % 3]!
  return simulateFlight({ seed, shape, taskKm: 20 + 10 * seed, rateSeconds: 5, isNatural: true }).track
}

/** The flight twice, one after the other, each fix moved. */
function repeat(track: Track, move: Move): Track {
  const double = <Column extends Float64Array | Int32Array | Uint8Array>(column: Column): Column => {
    const twice = new (column.constructor as new (length: number) => Column)(2 * track.length)
    twice.set(column)
    twice.set(column, track.length)
    return twice
  }
  const length = 2 * track.length
  const seconds = Float64Array.from({ length }, (_, i) => track.seconds[0]! + 5 * i)
  const latitude = double(track.latitude)
  const longitude = double(track.longitude)
  for (let i = 0; i < length; i++) {
    const [east, north] = move(i / length, (latitude[i]! - track.latitude[0]!) * KM_PER_DEGREE)
    longitude[i]! += east / (KM_PER_DEGREE * Math.cos((latitude[i]! * Math.PI) / 180))
    latitude[i]! += north / KM_PER_DEGREE
  }
  return {
    length,
    seconds,
    latitude,
    longitude,
    pressureAltitude: double(track.pressureAltitude),
    gnssAltitude: double(track.gnssAltitude),
    valid: double(track.valid),
  }
}

export const generatedFlights: readonly GeneratedFlight[] = SEEDS.flatMap((seed) => [
  ...Object.entries(shapes).map(([name, shape]) => ({
    name: `${name} ${seed}`,
    lay: () => layTrack(shape(FIXES, 2 + 3 * seed, 0.02, seedRandom(seed)), places.Alps!),
  })),
  ...Object.entries(changes).map(([name, change]) => ({
    name: `simulated, ${name} ${seed}`,
    lay: () => repeat(simulate(seed), change(seedRandom(seed))),
  })),
])
