// A record put together from legs: waits, walks, rides and a wing parked in the wind, which a whole simulated flight
// does not have. Seeded, as that one is.
import { seededRandom } from '#igc/simulate.ts'
import type { Track } from '#igc/track.ts'

const METRES_PER_DEGREE = 111_195

export interface Leg {
  seconds: number
  /** Metres a second over the ground. */
  speed?: number
  climb?: number
  /** Degrees. */
  heading?: number
  /** Radians a second. */
  turn?: number
  /** Stops for this many seconds of each minute, as cars do. */
  stops?: number
  /** Metres a second of wind against which the wing flies; `speed` is its speed through the air then. */
  wind?: number
  /** Metres a second by which lift and sink vary around `climb`, over a quarter of a minute each. */
  rough?: number
}

export interface LegOptions {
  seed?: number
  rateSeconds?: number
  hasBarometer?: boolean
}

/** With a metre or two of noise. */
export function simulateLegs(legs: readonly Leg[], options: LegOptions = {}): Track {
  const { seed = 11, rateSeconds = 1, hasBarometer = true } = options
  const random = seededRandom(seed)
  const noise = () => (1.5 * (random() - 0.5)) / METRES_PER_DEGREE
  const rows: [second: number, latitude: number, longitude: number, altitude: number][] = []
  let [latitude, longitude, altitude, clock] = [46.5, 8, 1600, 0]
  for (const leg of legs) {
    const { seconds, climb = 0, heading = 0, turn = 0, stops = 0, rough = 0 } = leg
    const air = { gust: 0, lift: 0 }
    let direction = (heading * Math.PI) / 180
    for (let second = 0; second < seconds; second++) {
      const moving = second % 60 < stops ? 0 : 1
      drift(air, random)
      direction += turn
      const metres = moving * speedOf(leg, air.gust)
      latitude += (metres * Math.cos(direction)) / METRES_PER_DEGREE
      longitude += (metres * Math.sin(direction)) / METRES_PER_DEGREE / Math.cos((latitude * Math.PI) / 180)
      altitude += moving * (climb + rough * air.lift)
      if (clock++ % rateSeconds === 0)
        rows.push([clock, latitude + noise(), longitude + noise(), Math.round(altitude)])
    }
  }
  return {
    length: rows.length,
    seconds: Float64Array.from(rows, ([second]) => 1_720_000_000 + second),
    latitude: Float64Array.from(rows, ([, value]) => value),
    longitude: Float64Array.from(rows, ([, , value]) => value),
    pressureAltitude: Int32Array.from(rows, ([, , , value]) => (hasBarometer ? value : 0)),
    gnssAltitude: Int32Array.from(rows, ([, , , value]) => value + Math.round(2 * (random() - 0.5))),
    valid: new Uint8Array(rows.length).fill(1),
  }
}

/** Against the wind only what the wing flies faster is left, backward when that is negative. */
function speedOf({ speed = 0, wind }: Leg, gust: number): number {
  return wind === undefined ? speed : speed - wind * (1 + 0.08 * gust)
}

const GUST_SECONDS = 15

/** Both wander around 0 with a standard deviation of about 1. */
function drift(air: { gust: number; lift: number }, random: () => number): void {
  const keep = 1 - 1 / GUST_SECONDS
  const push = () => Math.sqrt(12 * (1 - keep * keep)) * (random() - 0.5)
  air.gust = keep * air.gust + push()
  air.lift = keep * air.lift + push()
}
