// Flights as a pilot makes them a hundred times from one site: back and forth along the ridge, or straight down.
import { seededRandom } from '#igc/simulate.ts'
import type { Track } from '#igc/track.ts'

const METRES_PER_DEGREE = 111_195
const SITE = { lat: 46.7, lng: 7.9 }
const RIDGE_M = 1200

/** Each time the pilot turns back at another place: where the lift ends that day. */
const legOf = (random: () => number) => RIDGE_M * (0.7 + 0.3 * random())

export type Routine = 'ridge' | 'descent'

/** The same launch, the same ridge or the same landing field; another day, with its wind and its trim. */
export function flyRoutine(seed: number, routine: Routine): Track {
  const random = seededRandom(seed)
  const airspeed = 10 + random() * 0.8
  const wind = random() * 2
  const minutes = routine === 'ridge' ? 18 + random() * 4 : 5.5 + random()
  const fixes: { x: number; y: number; z: number }[] = []
  let [x, y, z, way, gust] = [random() * 5, random() * 5, 0, random() < 0.8 ? 1 : -1, 0]
  let leg = legOf(random)
  const weave = {
    metres: 0.5 + 2 * random(),
    every: 25 + 30 * random(),
    from: 7 * random(),
    last: 30 + 60 * random(),
  }
  for (let second = 0; second < minutes * 60; second++) {
    gust += (random() - 0.5) * 0.3 - gust * 0.02
    if (routine === 'ridge') {
      if (x * way > leg) {
        way = -way
        leg = legOf(random)
      }
      x += way * (airspeed + gust) + wind
      y += Math.sin(x / 200) * 2 + (random() - 0.5)
    } else if (minutes * 60 - second < weave.last) {
      // Eights over the field until the height is right.
      x += Math.cos(second / 6 + weave.from) * airspeed
      y += Math.cos(second / 3 + weave.from) * 4
    } else {
      x += (random() - 0.5) * 2 + Math.sin(second / weave.every + weave.from) * weave.metres
      y += airspeed + gust - wind
    }
    z -= routine === 'ridge' ? gust * 0.3 : 1.2 + gust * 0.3
    fixes.push({ x, y, z })
  }
  const start = Date.UTC(2026, 3, 1 + Math.floor(random() * 180), 9) / 1000 + Math.floor(random() * 20_000)
  const east = METRES_PER_DEGREE * Math.cos((SITE.lat * Math.PI) / 180)
  return {
    length: fixes.length,
    seconds: Float64Array.from(fixes, (_, second) => start + second),
    latitude: Float64Array.from(fixes, (fix) => SITE.lat + fix.y / METRES_PER_DEGREE),
    longitude: Float64Array.from(fixes, (fix) => SITE.lng + fix.x / east),
    pressureAltitude: new Int32Array(fixes.length),
    gnssAltitude: Int32Array.from(fixes, (fix) => Math.round(1800 + fix.z)),
    valid: new Uint8Array(fixes.length).fill(1),
  }
}
