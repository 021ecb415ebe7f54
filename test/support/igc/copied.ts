// A flight that was not flown: the track of another one, at another time or in another place.
import { seededRandom } from '#igc/simulate.ts'
import type { Track } from '#igc/track.ts'

const KM_PER_DEGREE = 111.195

export const copyKinds = ['later', 'moved', 'thinned', 'moved and thinned', 'turned', 'mirrored'] as const
export type CopyKind = (typeof copyKinds)[number]

/** Later by minutes to years; moved by 0.1 to 50 km, in degrees or in metres; every second fix. */
export function copyTrack(track: Track, seed: number, kind: CopyKind): Track {
  const random = seededRandom(seed)
  const later = Math.round(60 * (3 * 365 * 24 * 60) ** random())
  const every = kind.includes('thinned') ? 2 : 1
  const first = Math.floor(random() * every)
  const rows = Array.from({ length: track.length }, (_, row) => row).filter((row) => row % every === first)
  const take = (column: ArrayLike<number>, add = 0) => rows.map((row) => column[row]! + add)
  const { latitude, longitude } = movePositions(track, rows, random, kind)
  return {
    length: rows.length,
    seconds: Float64Array.from(take(track.seconds, later)),
    latitude,
    longitude,
    pressureAltitude: Int32Array.from(take(track.pressureAltitude)),
    gnssAltitude: Int32Array.from(take(track.gnssAltitude)),
    valid: Uint8Array.from(take(track.valid)),
  }
}

function movePositions(track: Track, rows: number[], random: () => number, kind: CopyKind) {
  const [lat, lng] = [track.latitude[0]!, track.longitude[0]!]
  const degrees = kind.includes('moved') ? (0.1 * 500 ** random()) / KM_PER_DEGREE : 0
  const bearing = 2 * Math.PI * random()
  const turn = kind === 'turned' ? 2 * Math.PI * random() : 0
  const east = narrowing(lat)
  const [north, sideways] = [degrees * Math.cos(bearing), (degrees * Math.sin(bearing)) / east]
  const eastThere = random() < 0.5 ? narrowing(lat + north) : east
  const moved = rows.map((row) => {
    const x = (track.longitude[row]! - lng) * east * (kind === 'mirrored' ? -1 : 1)
    const y = track.latitude[row]! - lat
    return [
      lat + north + x * Math.sin(turn) + y * Math.cos(turn),
      lng + sideways + (x * Math.cos(turn) - y * Math.sin(turn)) / eastThere,
    ] as const
  })
  return {
    latitude: Float64Array.from(moved, ([value]) => toMinutes(value)),
    longitude: Float64Array.from(moved, ([, value]) => toMinutes(value)),
  }
}

const narrowing = (latitude: number) => Math.cos((latitude * Math.PI) / 180)
/** As an IGC file has them: thousandths of a minute. */
const toMinutes = (degrees: number) => Math.round(degrees * 60_000) / 60_000
