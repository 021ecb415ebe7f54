// Internal to the dashboard; may change with any release.
// GET /app/api/logbook?season&site&type&page, GET /app/api/logbook/statistics?season&site&type,
// GET /app/api/flights/:id/steps, .../:id/shape and .../:id/ground. All else of flights is as the contract has it.
import { type Static, Type } from 'typebox'
import { type Flight } from '#contract/flight.ts'
import { FlightListQuery } from '#contract/flight-list.ts'
import { LINE_PATTERN } from '#contract/values.ts'

const word = Type.String({
  pattern: LINE_PATTERN,
  'x-must-be': 'text without control characters',
})

export const LogbookQuery = Type.Object({
  ...FlightListQuery.properties,
  /** The take-off's id; empty for any. */
  site: Type.Optional(word),
  /** The type of the score; empty for any. */
  type: Type.Optional(word),
  /** The id of one of the pilot's gliders; empty for any. */
  glider: Type.Optional(word),
})
export type LogbookQuery = Static<typeof LogbookQuery>

export const StatisticsQuery = Type.Object({
  season: LogbookQuery.properties.season,
  site: LogbookQuery.properties.site,
  type: LogbookQuery.properties.type,
  glider: LogbookQuery.properties.glider,
})

export interface FlightShape {
  /** A few dozen points of a track for a small picture: latitude and longitude in turns. */
  shape: number[]
  /** The take-off is named after a town, and the pilot has not been asked what it is called. */
  asksForName: boolean
}

/** A page of the contract's list, and of each flight its shape. */
export interface LogbookPage {
  data: Flight[]
  shapes: FlightShape['shape'][]
  pagination: { page: number; pageSize: number; totalCount: number; totalPages: number }
}

export interface FlightStatistics {
  /** Where pilots have a quota. */
  storage: { usedBytes: number; quotaBytes: number } | null
  flights: number
  /** Flights that do not count. */
  uncountedFlights: number
  seconds: number
  kilometres: number
  bestScore: number
  bestFlightId: string | null
  seasons: number[]
  sites: { id: string; name: string; country: string; flights: number }[]
  types: string[]
  /** 2026-05 and the scored kilometres in it. */
  months: { month: string; kilometres: number; flights: number }[]
  /** Days with a flight: 2026-05-17 and the seconds flown. */
  days: { day: string; seconds: number; flights: number }[]
}

/** The flight's range in whole numbers, each the step from the fix before; the first from 0. */
export interface FlightTrack {
  /** Seconds since 1970, UTC. */
  seconds: number[]
  /** Millionths of a degree. */
  latitude: number[]
  longitude: number[]
  /** Metres: by pressure when the recorder has a barometer, else by GNSS. */
  altitude: number[]
}

/** GET /app/api/flights/:id/steps */
export interface StoredTrack extends FlightTrack {
  /** How far the clocks at the take-off were ahead of UTC: a browser takes longer to find it than to draw the track. */
  utcOffsetSeconds: number
}

/** GET /app/api/flights/:id/ground: of the same fixes as the track, and in steps as there. */
export interface FlightGround {
  /** Metres above sea level. */
  ground: number[]
  /** Metres: the altitude by GNSS, or else by pressure, less the ground. */
  aboveGround: number[]
}
