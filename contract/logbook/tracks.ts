// The tracks of many flights on one map.
import { type Static, Type } from 'typebox'
import { FlightListQuery } from '../flight-list.ts'
import { id } from '../values.ts'

/** The newest are shown when there are more. */
export const MAX_TRACKS = 10_000

const {
  page: _page,
  pageSize: _pageSize,
  after: _after,
  limit: _limit,
  sort: _sort,
  order: _order,
  fields: _fields,
  ...filters
} = FlightListQuery.properties

export const TracksQuery = Type.Object(filters)
export type TracksQuery = Static<typeof TracksQuery>

export const FlightTracks = Type.Object(
  {
    tracks: Type.Array(
      Type.Object(
        {
          id: id('The id of the flight.'),
          date: Type.String({
            format: 'date',
            description: 'The flight_date of the flight.',
            examples: ['2026-05-17'],
          }),
          line: Type.String({
            description:
              'Its track in at most 48 points, as an encoded polyline: latitude and longitude in steps of 0.00001 degrees.',
            examples: ['_p~iF~ps|U_ulLnnqC'],
          }),
        },
        { title: 'TrackLine' },
      ),
      { description: 'Newest first. The more flights there are, the fewer points each has.' },
    ),
    isComplete: Type.Boolean({
      description: `False when there are more than ${MAX_TRACKS} flights: those are the newest.`,
      examples: [true],
    }),
  },
  { title: 'FlightTracks' },
)
export type FlightTracks = Static<typeof FlightTracks>

export const TracksResponse = Type.Object({ data: FlightTracks }, { title: 'TracksResponse' })
