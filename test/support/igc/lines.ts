// Lines of IGC files for the reader's tests.
import { type IgcFile, readIgc } from '#igc/read.ts'

export const HEAD = ['AXXX001 Recorder', 'HFDTE250724']

/** B records, one per second, drifting north. */
export function fixes(count: number, start = '120000', latitude = 4655000): string[] {
  const first = toSeconds(start)
  return Array.from({ length: count }, (_, i) => fix(toClock((first + i) % 86_400), latitude + i))
}

export function fix(clock: string, latitude = 4655000, rest = 'A0160001650'): string {
  return `B${clock}${latitude}N00805000E${rest}`
}

export function toSeconds(clock: string): number {
  return Number(clock.slice(0, 2)) * 3600 + Number(clock.slice(2, 4)) * 60 + Number(clock.slice(4))
}

export function toClock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join('')
}

export function read(lines: string[], lineEnd = '\r\n'): IgcFile {
  return readIgc(Buffer.from(lines.join(lineEnd) + lineEnd, 'utf8'))
}

export function codes(file: IgcFile): string[] {
  return file.diagnoses.map(({ code }) => code)
}
