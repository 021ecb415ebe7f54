// A pilot's logbook as a whole: what its flights add up to, the best of them, and how much room its files take.
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
  day: Type.Optional(
    Type.String({
      format: 'date',
      description: 'The day up to which seasons are compared; today when it is left out.',
      examples: ['2026-05-17'],
    }),
  ),
  counting: countingOf('counted'),
})
export type StatisticsQuery = Static<typeof StatisticsQuery>

const count = (description: string) => Type.Integer({ description, examples: [12] })
const seconds = Type.Integer({ description: 'Seconds in the air.', examples: [61200] })
const kilometres = Type.Number({ description: 'Scored kilometres.', examples: [431.27] })
const totals = { flights: count('The number of flights.'), seconds, kilometres }

const FlightRecord = Type.Object(
  {
    value: Type.Number({ description: 'In the unit of the record.', examples: [103.42] }),
    flightId: id('The flight: of several that are as good, the one that was uploaded first.'),
    date: Type.String({
      format: 'date',
      description: 'The flight_date of the flight.',
      examples: ['2026-05-17'],
    }),
  },
  { title: 'FlightRecord' },
)

const record = (description: string) => orNull(FlightRecord, `${description} Null when there is none yet.`)

export const Records = Type.Object(
  {
    distance: record('The longest scored distance, in kilometres.'),
    score: record('The most points.'),
    duration: record('The longest time in the air, in seconds.'),
    altitude: record('The greatest altitude, in metres.'),
    climb: record('The strongest climb over 20 seconds, in metres per second.'),
  },
  { title: 'Records' },
)
export type Records = Static<typeof Records>

export const SeasonStatistics = Type.Object(
  {
    season: Type.Integer({ description: 'Named after the year in which it ends.', examples: [2026] }),
    ...totals,
    toDay: Type.Object(totals, {
      title: 'SeasonToDay',
      description:
        'The same up to the day that was asked for, which is the same day of every season: for comparing seasons that have not ended.',
    }),
    records: Records,
  },
  { title: 'SeasonStatistics' },
)
export type SeasonStatistics = Static<typeof SeasonStatistics>

export const Statistics = Type.Object(
  {
    ...totals,
    uncountedFlights: Type.Optional(LeftOut),
    records: Records,
    seasons: Type.Array(SeasonStatistics, {
      description: 'Every season with flights, latest first, also those that were not asked for.',
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
