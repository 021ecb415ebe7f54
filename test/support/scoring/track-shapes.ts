// Tracks of known shape, from a seed: for the solver's tests and benches.
import type { Track } from '#igc/track.ts'

/** Uniform numbers in [0, 1) from a seed: the same on every machine (mulberry32). */
export function seedRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

type Plane = readonly [east: number, north: number][]

export interface TrackPlace {
  latitude: number
  longitude: number
}

/** Lays kilometres east and north of a place on the sphere, by azimuth and distance: no trouble at a pole. */
export function layTrack(points: Plane, place: TrackPlace, secondsApart = 1): Track {
  const count = points.length
  const track = {
    length: count,
    seconds: Float64Array.from(points, (_, i) => 1_600_000_000 + i * secondsApart),
    latitude: new Float64Array(count),
    longitude: new Float64Array(count),
    pressureAltitude: new Int32Array(count),
    gnssAltitude: new Int32Array(count),
    valid: new Uint8Array(count).fill(1),
  }
  const radians = Math.PI / 180
  const sinBase = Math.sin(place.latitude * radians)
  const cosBase = Math.cos(place.latitude * radians)
  points.forEach(([east, north], i) => {
    const angle = Math.hypot(east, north) / 6371
    const azimuth = Math.atan2(east, north)
    const sine = sinBase * Math.cos(angle) + cosBase * Math.sin(angle) * Math.cos(azimuth)
    const latitude = Math.asin(Math.max(-1, Math.min(1, sine)))
    const turn = Math.atan2(
      Math.sin(azimuth) * Math.sin(angle) * cosBase,
      Math.cos(angle) - sinBase * Math.sin(latitude),
    )
    const longitude = place.longitude + turn / radians
    // Three decimals of a minute, as an IGC file has them.
    track.latitude[i] = Math.round((latitude / radians) * 60_000) / 60_000
    track.longitude[i] = Math.round((((longitude + 540) % 360) - 180) * 60_000) / 60_000
  })
  return track
}

const noise = (random: () => number, km: number) => (random() + random() + random() - 1.5) * km

/** Shapes of a flight: count fixes, size in kilometres, noise in kilometres. */
export const shapes: Record<
  string,
  (count: number, km: number, noiseKm: number, random: () => number) => Plane
> = {
  line: (count, km, noiseKm, random) =>
    each(count, (share) => [share * km + noise(random, noiseKm), share * km * 0.3 + noise(random, noiseKm)]),
  'slow bend': (count, km, noiseKm, random) =>
    each(count, (share) => [
      km * Math.sin(share * 1.2) + noise(random, noiseKm),
      km * (1 - Math.cos(share * 1.2)) + noise(random, noiseKm),
    ]),
  loop: (count, km, noiseKm, random) =>
    each(count, (share) => [
      km * Math.cos(share * 6.2) + noise(random, noiseKm),
      km * Math.sin(share * 6.2) + noise(random, noiseKm),
    ]),
  'circle laps': (count, km, noiseKm, random) =>
    each(count, (share) => [
      km * Math.cos(share * 2 * Math.PI * 12) + noise(random, noiseKm),
      km * Math.sin(share * 2 * Math.PI * 12) + noise(random, noiseKm),
    ]),
  // Each lap is closed by itself only: what is flown over once more an hour later does not close it.
  'drifting laps': (count, km, noiseKm, random) => {
    const laps = 3 + Math.floor(8 * random())
    const drift = 5 * km * random()
    const flatness = 0.3 + 0.7 * random()
    return each(count, (share) => [
      km * Math.cos(share * 2 * Math.PI * laps) + drift * share + noise(random, noiseKm),
      flatness * km * Math.sin(share * 2 * Math.PI * laps) + noise(random, noiseKm),
    ])
  },
  'ridge laps': (count, km, noiseKm, random) =>
    each(count, (share) => [
      km * Math.abs(((share * 20) % 2) - 1) + noise(random, noiseKm),
      noise(random, 4 * noiseKm),
    ]),
  'triangle laps': (count, km, noiseKm, random) =>
    each(count, (share) => {
      const [east, north] = alongTriangle((share * 8) % 1, km)
      return [east + noise(random, noiseKm), north + noise(random, noiseKm)]
    }),
  'figure eight': (count, km, noiseKm, random) =>
    each(count, (share) => [
      km * Math.sin(share * 12.6) + noise(random, noiseKm),
      km * Math.sin(share * 25.1) * 0.6 + noise(random, noiseKm),
    ]),
  'flat triangle': (count, km, noiseKm, random) =>
    each(count, (share) => [
      km * (1 - Math.abs(2 * share - 1)) + noise(random, noiseKm),
      km * 0.15 * Math.sin(share * 6.28) + noise(random, noiseKm),
    ]),
  stationary: (count, _km, noiseKm, random) =>
    each(count, () => [noise(random, noiseKm), noise(random, noiseKm)]),
  duplicates: (count, km, _noiseKm, random) => {
    const places = each(5, () => [km * random(), km * random()])
    return each(count, () => places[Math.floor(random() * places.length)]!)
  },
  wander: (count, km, _noiseKm, random) => {
    let east = 0
    let north = 0
    let heading = 0
    return each(count, () => {
      heading += (random() - 0.5) * 2
      east += (Math.cos(heading) * km * 4) / count
      north += (Math.sin(heading) * km * 4) / count
      return [east, north]
    })
  },
  scatter: (count, km, _noiseKm, random) => each(count, () => [km * random(), km * random()]),
}

function each(count: number, point: (share: number) => readonly [number, number]): Plane {
  return Array.from({ length: count }, (_, i) => {
    const [east, north] = point(count > 1 ? i / (count - 1) : 0)
    return [east, north] as [number, number]
  })
}

function alongTriangle(share: number, km: number): [number, number] {
  const corners: [number, number][] = [
    [0, 0],
    [km, 0],
    [km * 0.45, km * 0.8],
    [0, 0],
  ]
  const side = Math.min(2, Math.floor(share * 3))
  const within = share * 3 - side
  const [x1, y1] = corners[side]!
  const [x2, y2] = corners[side + 1]!
  return [x1 + (x2 - x1) * within, y1 + (y2 - y1) * within]
}

/** Where flights are laid: both hemispheres, the equator, the antimeridian, near the poles. */
export const places: Record<string, TrackPlace> = {
  Alps: { latitude: 46.5, longitude: 9.8 },
  Andes: { latitude: -32.9, longitude: -68.8 },
  'the equator': { latitude: 0.02, longitude: -78.4 },
  'the antimeridian': { latitude: -17.8, longitude: 179.97 },
  'where the equator meets the antimeridian': { latitude: -0.03, longitude: -179.96 },
  'the north pole': { latitude: 89.95, longitude: 20 },
  'the south pole': { latitude: -89.9, longitude: -120 },
}
