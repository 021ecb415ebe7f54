// Files whose receiver or clock was off for a while: stretches of one to sixty minutes are shifted by 50 m to 3 km, or by as
// many seconds as a paraglider takes for that.
import { seededRandom } from '#igc/simulate.ts'

const DAY_SECONDS = 86_400
const THOUSANDTHS_PER_KM = 60_000 / 111.195
const USUAL_MS = 10

export interface Shifted {
  /** In words, for a test that fails. */
  name: string
  bytes: Uint8Array
  kind: 'place' | 'time'
  km: number
  seconds: number
  stretches: number
  /** Places in the file where a shift begins or ends. */
  ends: number
}

interface Stretch {
  from: number
  to: number
}

/** Each seed another one; undefined for a file too short for it. */
export function shiftStretches(bytes: Uint8Array, seed: number): Shifted | undefined {
  const random = seededRandom(seed)
  const lines = Buffer.from(bytes).toString('latin1').split('\n')
  const fixes = [...lines.keys()].filter((index) => /^B\d{13}[NS]\d{8}[EW]/.test(lines[index]!))
  const chosen = chooseStretches(lines, fixes, random)
  if (!chosen) return undefined
  const km = 0.05 * 60 ** random()
  const kind = random() < 0.65 ? 'place' : 'time'
  const direction = 2 * Math.PI * random()
  const seconds = Math.round((random() < 0.5 ? -1 : 1) * Math.max(5, (km * 1000) / USUAL_MS))
  const change =
    kind === 'time'
      ? (line: string) => shiftTime(line, seconds)
      : (line: string) => shiftPlace(line, km, direction)
  for (const { from, to } of chosen)
    for (const index of fixes.slice(from, to)) lines[index] = change(lines[index]!)
  const ends = chosen.reduce((sum, { to }) => sum + (to < fixes.length ? 2 : 1), 0)
  const by =
    kind === 'time' ? `${seconds} s` : `${km.toFixed(2)} km to ${((direction * 180) / Math.PI).toFixed(0)}°`
  const at = chosen
    .map(({ from, to }) => `${lines.indexOf(lines[fixes[from]!]!) + 1}+${to - from}`)
    .join(', ')
  return {
    name: `seed ${seed}: ${by}, lines ${at}`,
    bytes: Buffer.from(lines.join('\n'), 'latin1'),
    kind,
    km,
    seconds,
    stretches: chosen.length,
    ends,
  }
}

/** One, one to the end of the file, or several that do not touch. */
function chooseStretches(lines: string[], fixes: number[], random: () => number): Stretch[] | undefined {
  const times = fixes.map((index) => timeOf(lines[index]!))
  const lasts = (times.at(-1)! - times[0]! + DAY_SECONDS) % DAY_SECONDS
  const share = (minutes: number) => (minutes * 60) / lasts
  const how = random()
  const count = how < 0.75 ? 1 : 2 + Math.floor(3 * random())
  const minutes = 60 ** random()
  const width = share(minutes)
  if (!(width * count * 2 < 0.9)) return undefined
  const isToEnd = how < 0.3
  return Array.from({ length: count }, (_, index) => {
    const at = (index + random() * (1 - 2 * width * count) + width * count * 0.5) / count
    const from = Math.floor(fixes.length * at)
    const to = isToEnd ? fixes.length : rowAfter(times, from, minutes * 60)
    return { from, to }
  })
}

function rowAfter(times: readonly number[], from: number, seconds: number): number {
  let to = from
  while (to < times.length && (times[to]! - times[from]! + DAY_SECONDS) % DAY_SECONDS < seconds) to++
  return to
}

function timeOf(line: string): number {
  return Number(line.slice(1, 3)) * 3600 + Number(line.slice(3, 5)) * 60 + Number(line.slice(5, 7))
}

function shiftTime(line: string, seconds: number): string {
  const time = (timeOf(line) + seconds + DAY_SECONDS) % DAY_SECONDS
  const parts = [Math.floor(time / 3600), Math.floor(time / 60) % 60, time % 60]
  return `B${parts.map((part) => String(part).padStart(2, '0')).join('')}${line.slice(7)}`
}

function shiftPlace(line: string, km: number, direction: number): string {
  const latitude = readDegrees(line.slice(7, 15))
  const longitude = readDegrees(line.slice(15, 24))
  const north = km * THOUSANDTHS_PER_KM * Math.cos(direction)
  const east =
    (km * THOUSANDTHS_PER_KM * Math.sin(direction)) / Math.cos((latitude / 60_000) * (Math.PI / 180))
  return `${line.slice(0, 7)}${writeDegrees(latitude + north, 2, 'NS')}${writeDegrees(longitude + east, 3, 'EW')}${line.slice(24)}`
}

/** In thousandths of a minute. */
function readDegrees(text: string): number {
  const digits = text.slice(0, -1)
  const size = Number(digits.slice(0, -5)) * 60_000 + Number(digits.slice(-5))
  return /[SW]/.test(text.at(-1)!) ? -size : size
}

function writeDegrees(thousandths: number, digits: number, letters: string): string {
  const size = Math.abs(Math.round(thousandths))
  const degrees = String(Math.floor(size / 60_000)).padStart(digits, '0')
  return degrees + String(size % 60_000).padStart(5, '0') + letters[thousandths < 0 ? 1 : 0]
}
