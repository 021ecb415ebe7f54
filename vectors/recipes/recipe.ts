// A file to read and score, made from its recipe: the same recipe gives the same bytes.
import { simulateFlight, type SimulationOptions } from '#igc/simulate.ts'

export interface Recipe {
  /** Name of the file, without its ending. */
  name: string
  /** The oddity in it, in a sentence for the author of a reader. */
  about: string
  bytes: Uint8Array
  /** Given with the upload, as the option `flight_date`. */
  flightDate?: string
  /** Whether it is scored by the rules of every league, not by those of XContest alone. */
  isForLeagues?: boolean
}

export const DATE = '2026-05-17'
const LINE_END = '\r\n'

/** The lines of a simulated flight of some 500 fixes. */
export function fly(seed: number, options: Omit<SimulationOptions, 'seed'> = {}): string[] {
  const { bytes } = simulateFlight({ seed, taskKm: 6, rateSeconds: 5, date: DATE, ...options })
  return Buffer.from(bytes).toString('latin1').split(LINE_END).slice(0, -1)
}

export function write(lines: readonly string[], lineEnd = LINE_END): Uint8Array {
  return Buffer.from(lines.map((line) => line + lineEnd).join(''), 'latin1')
}

export const isFix = (line: string) => line.startsWith('B')
export const headOf = (lines: readonly string[]) => lines.filter((line) => !isFix(line))
export const fixesOf = (lines: readonly string[]) => lines.filter(isFix)

/** Changes one fix, counted from 0. */
export function changeFix(
  lines: readonly string[],
  at: number,
  change: (fix: string) => string | string[],
): string[] {
  let count = -1
  return lines.flatMap((line) => (isFix(line) && ++count === at ? change(line) : [line]))
}

export function changeFixes(
  lines: readonly string[],
  change: (fix: string, at: number) => string | string[],
): string[] {
  let count = -1
  return lines.flatMap((line) => (isFix(line) ? change(line, ++count) : [line]))
}

const DAY_SECONDS = 86_400

/** The same fix so many seconds later. */
export function delay(fix: string, bySeconds: number): string {
  const [hours, minutes, seconds] = [fix.slice(1, 3), fix.slice(3, 5), fix.slice(5, 7)].map(Number)
  const later = (hours! * 3600 + minutes! * 60 + seconds! + bySeconds + DAY_SECONDS) % DAY_SECONDS
  const parts = [Math.floor(later / 3600), Math.floor(later / 60) % 60, later % 60]
  return `B${parts.map((part) => String(part).padStart(2, '0')).join('')}${fix.slice(7)}`
}
