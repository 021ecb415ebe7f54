// A seeded simulator of plausible flights: launch, thermals, glides around a task, landing. The same seed and
// options give the same bytes, so tests and benches need no recorded flight.
import { formatDate } from './date.ts'
import type { Track } from './track.ts'
import { writeIgc, type WritableFlight } from './write.ts'

export interface SimulationOptions {
  seed: number
  shape?: 'triangle' | 'line' | 'out-and-return'
  /** Length of the task; the track is longer. */
  taskKm?: number
  /** Launch point, degrees; anywhere on Earth. */
  latitude?: number
  longitude?: number
  /** Metres. */
  launchAltitude?: number
  /** `YYYY-MM-DD`, UTC. */
  date?: string
  /** UTC. */
  startSecondsOfDay?: number
  /** Seconds from fix to fix, 1 to 5. */
  rateSeconds?: number
  /** Seconds on the ground before the launch and after the landing. */
  waitSeconds?: number
  hasBarometer?: boolean
  /** As a pilot flies: along ridges instead of straight lines, and into every good thermal on the way. */
  isNatural?: boolean
  pilot?: string
  glider?: string
  gliderClass?: string
}

export interface SimulatedFlight {
  track: Track
  /** The rows of launch and landing. */
  range: { from: number; to: number }
  bytes: Uint8Array
}

const AIRSPEED_MS = 10
const SINK_MS = 1.15
const CIRCLE_RADIUS_M = 28
const METRES_PER_DEGREE = 111_195
const MAX_FLIGHT_SECONDS = 14 * 3600

export function simulateFlight(options: SimulationOptions): SimulatedFlight {
  const { track, range } = simulateTrack(options)
  const written: WritableFlight = { track, recorder: 'Cloudstreet simulator' }
  if (options.pilot !== undefined) written.pilot = options.pilot
  if (options.glider !== undefined) written.glider = options.glider
  if (options.gliderClass !== undefined) written.gliderClass = options.gliderClass
  return { track, range, bytes: writeIgc(written) }
}

/** Metres east and north of the launch, metres above the sea. */
interface State {
  east: number
  north: number
  altitude: number
  heading: number
}

interface World {
  random: () => number
  wind: { east: number; north: number }
  ground: number
  base: number
  rate: number
}

function simulateTrack(options: SimulationOptions) {
  const { waitSeconds = 60, rateSeconds = 1, launchAltitude = 1600 } = options
  const random = seededRandom(options.seed)
  const windSpeed = 4 * random()
  const windFrom = 2 * Math.PI * random()
  const world: World = {
    random,
    wind: { east: windSpeed * Math.sin(windFrom), north: windSpeed * Math.cos(windFrom) },
    ground: Math.max(0, launchAltitude - 700 - 300 * random()),
    base: launchAltitude + 600 + 800 * random(),
    rate: Math.min(5, Math.max(1, Math.round(rateSeconds))),
  }
  const states: State[] = []
  const start: State = { east: 0, north: 0, altitude: launchAltitude, heading: 2 * Math.PI * random() }
  stand(states, start, waitSeconds, world)
  const from = Math.max(0, states.length - 1)
  const task = layTask(options, start.heading, random)
  const landed = options.isNatural
    ? flyNaturally(states, start, bendLegs(task, random), world)
    : fly(states, start, task, world)
  const to = states.length - 1
  stand(states, landed, waitSeconds, world)
  return { track: toTrack(states, options, world), range: { from, to } }
}

function layTask(
  { shape = 'triangle', taskKm = 30 }: SimulationOptions,
  heading: number,
  random: () => number,
) {
  const metres = taskKm * 1000
  const leg = (length: number, direction: number) => ({
    east: length * Math.sin(direction),
    north: length * Math.cos(direction),
  })
  if (shape === 'line') return [leg(metres, heading)]
  if (shape === 'out-and-return') return [leg(metres / 2, heading), leg(0, heading)]
  const width = (Math.PI / 3) * (0.8 + 0.3 * random())
  return [leg(metres / 3, heading), leg(metres / 3, heading + width), leg(0, heading)]
}

function fly(states: State[], start: State, task: { east: number; north: number }[], world: World): State {
  const longest = states.length + MAX_FLIGHT_SECONDS / world.rate
  let state = start
  for (const goal of task) {
    while (distanceTo(state, goal) > 200 && states.length < longest) {
      const isLow = state.altitude < world.ground + 350 + 250 * world.random()
      state = isLow ? climb(states, state, world) : glide(states, state, goal, world)
    }
  }
  return descend(states, state, world)
}

/** Metres: so far apart are the spurs of a ridge, and so far aside. */
const SPUR_EVERY_M = 2200
const SPUR_ASIDE_M = 700

/** Each leg over the spurs of a ridge that winds its way to the next turnpoint. */
function bendLegs(task: { east: number; north: number }[], random: () => number) {
  let from = { east: 0, north: 0 }
  return task.flatMap((goal) => {
    const [east, north] = [goal.east - from.east, goal.north - from.north]
    const length = Math.hypot(east, north)
    const count = Math.floor(length / SPUR_EVERY_M)
    const spurs = Array.from({ length: Math.max(0, count - 1) }, (_, index) => {
      const along = (index + 1 + 0.5 * (random() - 0.5)) / count
      // Nothing aside at the ends, where the turnpoints are.
      const aside =
        2 * SPUR_ASIDE_M * (random() - 0.5) * Math.sin(Math.PI * along) + SPUR_ASIDE_M * Math.sin(6 * along)
      return {
        east: from.east + east * along + (north / length) * aside,
        north: from.north + north * along - (east / length) * aside,
      }
    })
    from = goal
    return [...spurs, goal]
  })
}

/** First up along the ridge at the launch, then from thermal to thermal. */
function flyNaturally(
  states: State[],
  start: State,
  task: { east: number; north: number }[],
  world: World,
): State {
  const longest = states.length + MAX_FLIGHT_SECONDS / world.rate
  let state = soar(states, start, world)
  for (const goal of task) {
    while (distanceTo(state, goal) > 200 && states.length < longest) {
      const isLow = state.altitude < world.ground + 350 + 250 * world.random()
      const isTempting = state.altitude < world.base - 500 && world.random() < 0.12
      state = isLow || isTempting ? core(states, state, world) : glide(states, state, goal, world)
    }
  }
  return descend(states, state, world)
}

/** To and fro along the slope, each pass a little higher. */
function soar(states: State[], from: State, world: World): State {
  const along = from.heading + Math.PI / 2
  let state = from
  for (let pass = 0; pass < 6; pass++) {
    const heading = along + (pass % 2) * Math.PI
    const seconds = 45 + 40 * world.random()
    for (let flown = 0; flown < seconds; flown += world.rate) {
      const turned = heading + 0.35 * Math.sin(flown / 9) + 0.2 * (world.random() - 0.5)
      state = move(state, turned, AIRSPEED_MS - 1, 0.5 + 0.9 * (world.random() - 0.4), NO_WIND, world)
      states.push(state)
    }
  }
  return state
}

/** Circles that are now tighter, now wider, on the way to the strongest part, and drift with the wind. */
function core(states: State[], from: State, world: World): State {
  const strength = 0.7 + 2.6 * world.random()
  const top = Math.min(world.base, from.altitude + 250 + 900 * world.random())
  const side = world.random() < 0.5 ? -1 : 1
  let state = from
  for (let flown = 0; state.altitude < top; flown += world.rate) {
    const radius = CIRCLE_RADIUS_M * (1.1 + 0.5 * Math.sin(flown / 37) + 0.3 * world.random())
    const lift = strength * (0.75 + 0.5 * Math.sin(flown / 23)) + 0.8 * (world.random() - 0.5)
    const heading = state.heading + (side * AIRSPEED_MS * world.rate) / radius
    state = move(state, heading, AIRSPEED_MS - 0.5, Math.max(lift, 0.1), world.wind, world)
    states.push(state)
  }
  return state
}

const NO_WIND = { east: 0, north: 0 }

/** A minute or so toward the goal, through sink and some lift. */
function glide(states: State[], from: State, goal: { east: number; north: number }, world: World): State {
  const air = SINK_MS + 1.2 * (world.random() - 0.35)
  let state = from
  for (let seconds = 0; seconds < 40 && distanceTo(state, goal) > 100; seconds += world.rate) {
    const heading =
      Math.atan2(goal.east - state.east, goal.north - state.north) + 0.15 * (world.random() - 0.5)
    // Held against the wind: strong wind slows but never drives off.
    const speed = AIRSPEED_MS + 1.5 * (world.random() - 0.5)
    state = move(
      state,
      heading,
      speed,
      -air,
      { east: world.wind.east * 0.3, north: world.wind.north * 0.3 },
      world,
    )
    states.push(state)
  }
  return state
}

/** Circles that drift with the wind up to somewhere below the base. */
function climb(states: State[], from: State, world: World): State {
  const strength = 0.9 + 2.8 * world.random()
  const top = world.base - 300 * world.random()
  const turn = ((world.random() < 0.5 ? -1 : 1) * AIRSPEED_MS) / CIRCLE_RADIUS_M
  let state = from
  while (state.altitude < top) {
    const lift = strength * (0.6 + 0.8 * world.random())
    state = move(state, state.heading + turn * world.rate, AIRSPEED_MS - 0.5, lift, world.wind, world)
    states.push(state)
  }
  return state
}

/** Wide turns down to the ground. */
function descend(states: State[], from: State, world: World): State {
  let state = from
  while (state.altitude > world.ground) {
    const sink = Math.min(1.6 + 0.4 * world.random(), (state.altitude - world.ground) / world.rate + 0.01)
    state = move(
      state,
      state.heading + 0.05 * world.rate,
      AIRSPEED_MS - 1,
      -sink,
      { east: 0, north: 0 },
      world,
    )
    states.push(state)
  }
  return state
}

function stand(states: State[], at: State, seconds: number, world: World): void {
  for (let waited = 0; waited < seconds; waited += world.rate) states.push(at)
}

function move(
  { east, north, altitude }: State,
  heading: number,
  speed: number,
  rise: number,
  wind: { east: number; north: number },
  { rate }: World,
): State {
  return {
    east: east + (speed * Math.sin(heading) + wind.east) * rate,
    north: north + (speed * Math.cos(heading) + wind.north) * rate,
    altitude: altitude + rise * rate,
    heading,
  }
}

function distanceTo(state: State, goal: { east: number; north: number }): number {
  return Math.hypot(goal.east - state.east, goal.north - state.north)
}

function toTrack(states: State[], options: SimulationOptions, { random, rate }: World): Track {
  const {
    latitude = 46.55,
    longitude = 8.05,
    date,
    startSecondsOfDay = 10 * 3600,
    hasBarometer = true,
  } = options
  const day = Date.parse(`${date ?? formatDate(1_720_000_000)}T00:00:00Z`) / 1000
  const { length } = states
  const track = {
    length,
    seconds: new Float64Array(length),
    latitude: new Float64Array(length),
    longitude: new Float64Array(length),
    pressureAltitude: new Int32Array(length),
    gnssAltitude: new Int32Array(length),
    valid: new Uint8Array(length).fill(1),
  }
  // Metres per degree of longitude; beyond 89.5 degrees the earth is treated as a cylinder.
  const metresEast = METRES_PER_DEGREE * Math.cos((Math.min(89.5, Math.abs(latitude)) * Math.PI) / 180)
  let noiseEast = 0
  let noiseNorth = 0
  for (let row = 0; row < length; row++) {
    const { east, north, altitude } = states[row]!
    // The error of a receiver drifts slowly, by a metre or two.
    noiseEast = 0.95 * noiseEast + 0.6 * (random() - 0.5)
    noiseNorth = 0.95 * noiseNorth + 0.6 * (random() - 0.5)
    track.seconds[row] = day + startSecondsOfDay + row * rate
    track.latitude[row] = quantise(limit(latitude + (north + noiseNorth) / METRES_PER_DEGREE))
    track.longitude[row] = quantise(wrap(longitude + (east + noiseEast) / metresEast))
    track.pressureAltitude[row] = hasBarometer ? Math.round(altitude) : 0
    track.gnssAltitude[row] = Math.round(altitude + 45 + 2 * (random() - 0.5))
  }
  return track
}

/** To the resolution of a B record: reading the bytes gives this very track. */
function quantise(degrees: number): number {
  return Math.round(degrees * 60_000) / 60_000
}

function limit(latitude: number): number {
  return Math.max(-90, Math.min(90, latitude))
}

function wrap(longitude: number): number {
  return ((((longitude + 180) % 360) + 360) % 360) - 180
}

/** Uniform in [0, 1): a 32-bit multiply-and-shift generator. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296
  }
}
