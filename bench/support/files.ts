// Files to upload: real ones where there are any beside the repository, simulated ones elsewhere.
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

/** The file again as another flight: a day in its date changed. */
export function vary(file: Buffer, round: number): Buffer {
  if (round === 0) return file
  const day = String(1 + (round % 27)).padStart(2, '0')
  const at = file.indexOf('HFDTE')
  if (at < 0) return file
  const digits = /\d/.exec(file.toString('latin1', at, at + 20))
  const copy = Buffer.from(file)
  copy.write(day, at + (digits?.index ?? 5), 'latin1')
  return copy
}
