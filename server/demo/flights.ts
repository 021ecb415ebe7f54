// Flights of the demo's pilots: sites in the Alps, two seasons up to today, more in spring than in winter.
import type { SimulationOptions } from '#igc/simulate.ts'
import { DAY_MS, toDay } from '#server/platform/time.ts'

export const demoSites = [
  { key: 'first', name: 'First', country: 'CH', latitude: 46.6596, longitude: 8.0536, altitude: 2150 },
  { key: 'niesen', name: 'Niesen', country: 'CH', latitude: 46.6456, longitude: 7.6514, altitude: 2330 },
  { key: 'amisbuehl', name: 'Amisbühl', country: 'CH', latitude: 46.7003, longitude: 7.8342, altitude: 1350 },
  {
    key: 'fiesch',
    name: 'Fiesch Kühboden',
    country: 'CH',
    latitude: 46.4137,
    longitude: 8.1136,
    altitude: 2210,
  },
  { key: 'planfait', name: 'Planfait', country: 'FR', latitude: 45.8588, longitude: 6.2223, altitude: 950 },
  { key: 'beppi', name: 'Da Beppi', country: 'IT', latitude: 45.8135, longitude: 11.7712, altitude: 840 },
] as const

export interface DemoFlight extends SimulationOptions {
  date: string
  isTandem: boolean
}

interface DemoPilot {
  name: string
  seed: number
  flightCount: number
  /** Of earlier flights and of later ones; its class after a comma. */
  gliders: readonly [earlier: string, later: string]
}

const mara: DemoPilot = {
  name: 'Mara Keller',
  seed: 0,
  flightCount: 40,
  gliders: ['Alpina Four, EN B', 'Zephyr XC, EN C'],
}

/** Of the demo pilot's club; the first one only asks to join. */
export const demoPilots = [
  'Yara Brun',
  'Luca Ferrari',
  'Nora Gerber',
  'Jonas Lindt',
  'Claire Dubois',
  'Timo Baumann',
  'Ines Moreno',
  'Beat Zurbriggen',
  'Sofia Rossi',
  'Paul Aebi',
  'Hanna Vogel',
  'Reto Imhof',
] as const

const SPAN_DAYS = 640
const FLIGHTS_EACH = 7
const clubGliders = ['Alpina Four, EN B', 'Zephyr XC, EN C', 'Kite One, EN A', 'Summit Race, EN D'] as const

/** How likely a flight is on a day of each month, January first. */
const monthWeights = [1, 2, 4, 7, 8, 7, 6, 6, 5, 3, 1, 1]
const shapes = ['triangle', 'triangle', 'out-and-return', 'line', 'triangle'] as const
const taskLengthsKm = [12, 34, 22, 58, 41, 9, 76, 28, 104, 17]

/** Newest last; the same flights whenever they are listed on one day. */
export const demoFlights = (nowMs: number): DemoFlight[] => listFlights(nowMs, mara)

/** Of a pilot of the club. */
export function clubFlights(nowMs: number, index: number, name: string): DemoFlight[] {
  const wing = clubGliders[index % clubGliders.length]!
  return listFlights(nowMs, { name, seed: index + 1, flightCount: FLIGHTS_EACH, gliders: [wing, wing] })
}

function listFlights(nowMs: number, { name, seed, flightCount, gliders }: DemoPilot): DemoFlight[] {
  return chooseDays(nowMs, seed, flightCount).map((date, index) => {
    const turn = index + 3 * seed
    const site = demoSites[(turn * 5 + Math.floor(turn / 7)) % demoSites.length]!
    const month = Number(date.slice(5, 7))
    const isSeason = month >= 4 && month <= 8
    const isTandem = seed === 0 && index % 11 === 6
    const taskKm = (taskLengthsKm[turn % taskLengthsKm.length] as number) * (isSeason ? 1 : 0.4)
    const [glider, gliderClass] = gliders[index < 18 ? 0 : 1].split(', ') as [string, string]
    return {
      seed: 4100 + seed * 1000 + index * 17,
      isNatural: true,
      shape: shapes[turn % shapes.length]!,
      taskKm: isTandem ? 7 : taskKm,
      latitude: site.latitude,
      longitude: site.longitude,
      launchAltitude: site.altitude,
      date,
      startSecondsOfDay: (isSeason ? 8.5 : 11) * 3600 + (turn % 5) * 1500,
      rateSeconds: taskKm > 40 ? 3 : 2,
      pilot: name,
      glider,
      gliderClass,
      isTandem,
    }
  })
}

/** Days of the last two seasons, drawn by the weight of their month; no day twice. */
function chooseDays(nowMs: number, seed: number, count: number): string[] {
  const candidates: { day: string; rank: number }[] = []
  for (let back = 2; back < SPAN_DAYS; back++) {
    const day = toDay(nowMs - back * DAY_MS)
    const weight = monthWeights[Number(day.slice(5, 7)) - 1] ?? 1
    candidates.push({ day, rank: pseudoRandom(back + seed * SPAN_DAYS) ** (1 / weight) })
  }
  return candidates
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, count)
    .map(({ day }) => day)
    .toSorted()
}

/** From 0 to 1, always the same for the same seed. */
function pseudoRandom(seed: number): number {
  const mixed = Math.imul(seed ^ (seed >>> 3), 0x9e3779b1)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
}
