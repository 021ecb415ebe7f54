// The best of a pilot's flights, and what each season adds up to.
import { type Static, Type } from 'typebox'
import { count, kilometres, seconds } from './statistics.ts'
import { countingOf, LeftOut } from './counting.ts'
import { id, orNull } from '../values.ts'

export const RecordsQuery = Type.Object({
  day: Type.Optional(
    Type.String({
      format: 'date',
      description: 'The day up to which seasons are compared; today when it is left out.',
      examples: ['2026-05-17'],
    }),
  ),
  counting: countingOf('counted'),
})
export type RecordsQuery = Static<typeof RecordsQuery>

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

const totals = { flights: count('The number of flights.'), seconds, kilometres }

export const SeasonRecords = Type.Object(
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
  { title: 'SeasonRecords' },
)
export type SeasonRecords = Static<typeof SeasonRecords>

export const FlightRecords = Type.Object(
  {
    allTime: Records,
    uncountedFlights: Type.Optional(LeftOut),
    seasons: Type.Array(SeasonRecords, { description: 'Every season with flights, latest first.' }),
  },
  { title: 'FlightRecords' },
)
export type FlightRecords = Static<typeof FlightRecords>

export const RecordsResponse = Type.Object({ data: FlightRecords }, { title: 'RecordsResponse' })
