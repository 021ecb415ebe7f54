// Files to upload: real ones where there are any next to the repository, simulated ones elsewhere.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { simulateFlight } from '#igc/simulate.ts'

const REAL_FILES = join(import.meta.dirname, '../../../shared/igc')

export function loadFiles(): Buffer[] {
  if (existsSync(REAL_FILES)) {
    const names = readdirSync(REAL_FILES).filter((name) => /\.igc$/i.test(name))
    return names.map((name) => readFileSync(join(REAL_FILES, name)))
  }
  return Array.from({ length: 60 }, (_, seed) =>
    Buffer.from(simulateFlight({ seed, taskKm: 20 + seed * 2 }).bytes),
  )
}

/** The file again as another flight: of another day, 336 of them. */
export function vary(file: Buffer, round: number): Buffer {
  const at = file.indexOf('HFDTE')
  const digits = at < 0 ? null : /\d/.exec(file.toString('latin1', at, at + 20))
  if (round === 0 || !digits) return file
  const day = String(1 + (round % 28)).padStart(2, '0')
  const month = String(1 + (Math.floor(round / 28) % 12)).padStart(2, '0')
  const copy = Buffer.from(file)
  copy.write(day + month, at + digits.index, 'latin1')
  return copy
}
