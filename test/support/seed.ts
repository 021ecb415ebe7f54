import { randomInt } from 'node:crypto'

/** The same in every run, but in a sweep: that searches where no run has been. `NAME_SEED=…` repeats one that failed. */
export function readSeed(name: string): number {
  const given = process.env[`${name}_SEED`]
  if (given !== undefined) return Number(given)
  return process.env.SWEEPS === '1' ? randomInt(1_000_000) : 1
}
