// Real recordings in a folder next to the checkout. Tests that know nothing of a single file read every fifth of them in a
// daily run and all with `--sweeps`: the files are of some twenty kinds, and neighbours in the list are of one.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { summariseFlight } from '#igc/flight/summary.ts'
import { readIgc } from '#igc/read.ts'
import type { Track } from '#igc/track.ts'

const FOLDER = join(import.meta.dirname, '../../../../shared/igc')
const SHARE = process.env.SWEEPS ? 1 : 5

export const realFiles: readonly string[] = existsSync(FOLDER)
  ? readdirSync(FOLDER).filter((name) => /\.igc$/i.test(name))
  : []

export const sampledFiles = realFiles.filter((_, index) => index % SHARE === 0)

/** For the options of a test. */
export const skip = realFiles.length > 0 ? false : 'no folder of real files next to the checkout'

export const readReal = (name: string): Buffer => readFileSync(join(FOLDER, name))

export interface RealFlight {
  name: string
  track: Track
  range: { from: number; to: number }
}

export function listRealFlights(names: readonly string[]): RealFlight[] {
  return names.flatMap((name) => {
    const file = readIgc(readReal(name))
    const { track } = file
    const range = track && summariseFlight({ ...file, track }).range
    return range ? [{ name, track, range }] : []
  })
}
