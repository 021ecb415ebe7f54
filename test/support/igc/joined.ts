// Files that hold two recordings, joined as people join them.
import { simulateFlight, type SimulationOptions } from '#igc/simulate.ts'

/** One after the other, each with its header, as `cat` joins them. */
export function joinFiles(...files: Uint8Array[]): Uint8Array {
  return Buffer.concat(files.flatMap((file) => [file, Buffer.from('\r\n')]))
}

/** The second without its A record. */
export function joinWithoutRecorder(first: Uint8Array, second: Uint8Array): Uint8Array {
  return joinFiles(
    first,
    editText(second, (text) => text.replaceAll(/^A.*$/gm, 'LXXX')),
  )
}

/** The second without any header: nothing but fixes, on the date of the first. */
export function joinFixes(first: Uint8Array, second: Uint8Array): Uint8Array {
  return joinFiles(
    first,
    editText(second, (text) => text.replaceAll(/^[^B\r\n].*$/gm, '')),
  )
}

/** Line of the first fix of the second file. */
export function findSecond(joined: Uint8Array, first: Uint8Array): number {
  const lines = Buffer.from(joined)
    .toString('latin1')
    .split(/\r*\n|\r/)
  const before = Buffer.from(first)
    .toString('latin1')
    .split(/\r*\n|\r/).length
  return lines.findIndex((line, index) => index >= before - 1 && line.startsWith('B')) + 1
}

/** Some hundred fixes. */
export function makeFile(seed: number, options: Omit<SimulationOptions, 'seed'> = {}): Uint8Array {
  return simulateFlight({ seed, taskKm: 8, rateSeconds: 5, date: '2026-05-17', ...options }).bytes
}

function editText(bytes: Uint8Array, edit: (text: string) => string): Uint8Array {
  return Buffer.from(edit(Buffer.from(bytes).toString('latin1')), 'latin1')
}
