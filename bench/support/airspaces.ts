// Airspaces as a continent has them, as an OpenAir file: circles, sectors with arcs, borders of many corners.
import { seededRandom } from '#igc/simulate.ts'

interface Region {
  latitude: number
  longitude: number
  /** Degrees to each side. */
  reach: number
}

const HEIGHTS = ['GND', '1000ft AMSL', '4500ft AMSL', 'FL 75', 'FL 100', '300m AGL', 'FL 130']
const CEILINGS = ['FL 65', '2500ft AGL', 'FL 100', '9500ft AMSL', 'FL 195', 'UNL']

export function writeAirspaces(count: number, region: Region, seed = 1): Uint8Array {
  const random = seededRandom(seed)
  const pick = (list: string[]) => list[Math.floor(random() * list.length)]!
  const lines: string[] = []
  for (let number = 0; number < count; number++) {
    const latitude = region.latitude + region.reach * (2 * random() - 1)
    const longitude = region.longitude + 1.4 * region.reach * (2 * random() - 1)
    lines.push(`AC ${pick(['C', 'D', 'E', 'R', 'Q', 'CTR'])}`, `AN Airspace ${number}`)
    lines.push(`AL ${pick(HEIGHTS)}`, `AH ${pick(CEILINGS)}`)
    lines.push(...drawShape(latitude, longitude, random))
  }
  return new TextEncoder().encode(lines.join('\r\n'))
}

function drawShape(latitude: number, longitude: number, random: () => number): string[] {
  const miles = 1 + 20 * random() ** 3
  const centre = `V X=${place(latitude, longitude)}`
  if (random() < 0.3) return [centre, `DC ${miles.toFixed(2)}`]
  if (random() < 0.3)
    return [
      centre,
      `DA ${miles.toFixed(2)},${Math.floor(360 * random())},${Math.floor(360 * random())}`,
      `DP ${place(latitude, longitude)}`,
    ]
  const corners = 4 + Math.floor(60 * random() ** 2)
  return Array.from({ length: corners }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / corners
    const reach = (miles / 60) * (0.7 + 0.3 * random())
    return `DP ${place(latitude + reach * Math.cos(angle), longitude + 1.4 * reach * Math.sin(angle))}`
  })
}

function place(latitude: number, longitude: number): string {
  const write = (degrees: number, positive: string, negative: string) =>
    `${Math.abs(degrees).toFixed(6)} ${degrees < 0 ? negative : positive}`
  return `${write(latitude, 'N', 'S')} ${write(longitude, 'E', 'W')}`
}
