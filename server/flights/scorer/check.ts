// A thread has scored something: the first upload does not wait for the code to be loaded and compiled.
import { act, type Check, well } from '#server/platform/checks/check.ts'
import type { Scorer } from '../record/services.ts'

export function checkScorer({ warmth }: Pick<Scorer, 'warmth'>): Check {
  return {
    name: 'scorer',
    isNeeded: true,
    find: async () =>
      warmth() === 'due'
        ? act(
            'The first flight has not been scored yet after the start.',
            'Wait some seconds; on a host whose cores are all busy it takes longer. Uploads are taken, and slow.',
          )
        : well('Flights can be scored.'),
  }
}
