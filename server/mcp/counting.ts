// The note in each answer on flights that do not count.
import type { Counting } from '#contract/logbook/counting.ts'

export function noteCounting(which: Counting, uncountedFlights = 0) {
  return { which, uncountedFlights, note: which === 'all' ? INCLUDED : describeLeftOut(uncountedFlights) }
}

const INCLUDED = 'Flights that do not count are included.'

function describeLeftOut(uncountedFlights: number): string {
  if (uncountedFlights === 0) return 'Every flight of these counts.'
  const left =
    uncountedFlights === 1
      ? '1 flight does not count and is'
      : `${uncountedFlights} flights do not count and are`
  return `${left} left out; counting: all includes ${uncountedFlights === 1 ? 'it' : 'them'}.`
}
