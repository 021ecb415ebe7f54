// Flights for every type of score, closed and open, scored by the rules of every league.
import { changeFixes, fixesOf, fly, type Recipe, write } from './recipe.ts'

/** Ends in the air: the closing distance grows with what is missing. */
function endEarly(lines: readonly string[], share: number): Uint8Array {
  const last = Math.floor(fixesOf(lines).length * share)
  return write(changeFixes(lines, (fix, at) => (at <= last ? fix : [])))
}

const triangle = fly(21, { taskKm: 45, shape: 'triangle' })
const outAndReturn = fly(23, { taskKm: 40, shape: 'out-and-return' })
const options = { isForLeagues: true }

export const courses: Recipe[] = [
  {
    name: 'triangle-closed',
    about: 'A triangle, flown back to its start.',
    bytes: write(triangle),
    ...options,
  },
  ...[0.95, 0.9, 0.85, 0.75].map((share) => ({
    name: `triangle-open-${Math.round(share * 100)}`,
    about: `The same triangle, of which the recorder has ${Math.round(share * 100)} % of the fixes.`,
    bytes: endEarly(triangle, share),
    ...options,
  })),
  {
    name: 'triangle-ridge',
    about: 'A triangle along winding ridges.',
    bytes: write(fly(22, { taskKm: 40, shape: 'triangle', isNatural: true })),
    ...options,
  },
  {
    name: 'out-and-return',
    about: 'Out to one turnpoint and back.',
    bytes: write(outAndReturn),
    ...options,
  },
  {
    name: 'out-and-return-open-90',
    about: 'The same, of which the recorder has 90 % of the fixes.',
    bytes: endEarly(outAndReturn, 0.9),
    ...options,
  },
  {
    name: 'line',
    about: 'In a line away from the start.',
    bytes: write(fly(24, { taskKm: 40, shape: 'line' })),
    ...options,
  },
  { name: 'short', about: 'A flight of a few minutes.', bytes: write(fly(25, { taskKm: 1 })), ...options },
]
