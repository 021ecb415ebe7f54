// A pilot's logbook as a whole: what its flights add up to, and how much room its files take.
import { type Static, Type } from 'typebox'
import { countingOf, LeftOut } from './counting.ts'
import { id, orNull } from '../values.ts'

export const StorageUse = Type.Object(
  {
    usedBytes: Type.Integer({
      description:
        'The size of all stored IGC files of the pilot, as they were uploaded, and of all photos in their large size.',
      examples: [48_211_904],
    }),
    quotaBytes: orNull(
      Type.Integer({ examples: [500_000_000] }),
      'How much they may take together; null without a limit.',
    ),
  },
  { title: 'StorageUse' },
)
export type StorageUse = Static<typeof StorageUse>

export const StorageResponse = Type.Object({ data: StorageUse }, { title: 'StorageResponse' })

export const StatisticsQuery = Type.Object({
  season: Type.Optional(
    Type.Integer({
      minimum: 1900,
      maximum: 9999,
      description: 'Only flights of this season, which begins on October 1 of the year before.',
      examples: [2026],
    }),
  ),
  counting: countingOf('counted'),
})

export const count = (description: string) => Type.Integer({ description, examples: [12] })
export const seconds = Type.Integer({ description: 'Seconds in the air.', examples: [61200] })
export const kilometres = Type.Number({ description: 'Scored kilometres.', examples: [431.27] })

export const Statistics = Type.Object(
  {
    flights: count('The number of flights.'),
    uncountedFlights: Type.Optional(LeftOut),
    seconds,
    kilometres,
    bestScore: Type.Number({ description: 'The most points of a flight.', examples: [165.47] }),
    bestFlightId: orNull(id('The flight with the most points.'), 'Null when there is none.'),
    seasons: Type.Array(Type.Integer({ examples: [2026] }), {
      description: 'Every season with flights, latest first.',
    }),
    sites: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'The id of the take-off.', examples: ['65f1c0de9a3b4c5d6e7f8091'] }),
          name: Type.String({ description: 'Its name.', examples: ['Fiesch'] }),
          country: Type.String({ description: 'Its country, in two letters.', examples: ['CH'] }),
          flights: count('Flights from there.'),
        },
        { title: 'SiteStatistics' },
      ),
    ),
    months: Type.Array(
      Type.Object(
        {
          month: Type.String({ description: 'The month.', examples: ['2026-05'] }),
          kilometres,
          flights: count('Flights in it.'),
        },
        { title: 'MonthStatistics' },
      ),
    ),
  },
  { title: 'Statistics' },
)
export type Statistics = Static<typeof Statistics>

export const StatisticsResponse = Type.Object({ data: Statistics }, { title: 'StatisticsResponse' })
