// The note in each answer on flights that do not count.
import { Type } from 'typebox'
import { type Counting, LeftOut } from '#contract/logbook/counting.ts'

export const CountingNote = Type.Object(
  {
    which: Type.Enum(['counted', 'all'], { type: 'string', description: 'As it was asked for.' }),
    leftOut: LeftOut,
    note: Type.String({ description: 'The same in a sentence.' }),
  },
  { title: 'CountingNote' },
)

export function noteCounting(which: Counting, leftOut = 0) {
  return { which, leftOut, note: which === 'all' ? INCLUDED : describeLeftOut(leftOut) }
}

const INCLUDED = 'Flights that do not count are included.'

function describeLeftOut(leftOut: number): string {
  if (leftOut === 0) return 'Every flight of these counts.'
  const left = leftOut === 1 ? '1 flight does not count and is' : `${leftOut} flights do not count and are`
  return `${left} left out; counting: all includes ${leftOut === 1 ? 'it' : 'them'}.`
}
