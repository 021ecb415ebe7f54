// Written by scripts/sdk/types.ts from contract/; not by hand.

export type Statistics = {
  /** How many flights. */
  flights: number
  /** How many flights do not count, and are left out here; each says why (flightInfo.notCounted). */
  leftOut?: number
  /** Seconds in the air. */
  seconds: number
  /** Scored kilometres. */
  kilometres: number
  /** The most points of a flight. */
  bestScore: number
  /** Null when there is none. */
  bestFlightId: string | null
  /** Every season with flights, latest first. */
  seasons: Array<number>
  sites: Array<{
    /** The id of the take-off. */
    id: string
    /** Its name. */
    name: string
    /** Its country, in two letters. */
    country: string
    /** Flights from there. */
    flights: number
  }>
  months: Array<{
    /** The month. */
    month: string
    /** Scored kilometres. */
    kilometres: number
    /** Flights in it. */
    flights: number
  }>
}

export type StorageUse = {
  /** The size of all stored IGC files of the pilot, as they were uploaded, and of all photos in their large size. */
  usedBytes: number
  /** How much they may take together; null without a limit. */
  quotaBytes: number | null
}

export type Records = {
  /** The longest scored distance, in kilometres. Null when there is none yet. */
  distance: {
    /** In the unit of the record. */
    value: number
    /** The flight: of several that are as good, the one that was uploaded first. */
    flightId: string
    /** Its flight_date. */
    date: string
  } | null
  /** The most points. Null when there is none yet. */
  score: {
    /** In the unit of the record. */
    value: number
    /** The flight: of several that are as good, the one that was uploaded first. */
    flightId: string
    /** Its flight_date. */
    date: string
  } | null
  /** The longest time in the air, in seconds. Null when there is none yet. */
  duration: {
    /** In the unit of the record. */
    value: number
    /** The flight: of several that are as good, the one that was uploaded first. */
    flightId: string
    /** Its flight_date. */
    date: string
  } | null
  /** The greatest altitude, in metres. Null when there is none yet. */
  altitude: {
    /** In the unit of the record. */
    value: number
    /** The flight: of several that are as good, the one that was uploaded first. */
    flightId: string
    /** Its flight_date. */
    date: string
  } | null
  /** The strongest climb over 20 seconds, in metres per second. Null when there is none yet. */
  climb: {
    /** In the unit of the record. */
    value: number
    /** The flight: of several that are as good, the one that was uploaded first. */
    flightId: string
    /** Its flight_date. */
    date: string
  } | null
}

export type SeasonRecords = {
  /** Named after the year in which it ends. */
  season: number
  /** How many flights. */
  flights: number
  /** Seconds in the air. */
  seconds: number
  /** Scored kilometres. */
  kilometres: number
  /** The same up to the day that was asked for, which is the same day of every season: for comparing seasons that have not ended. */
  toDay: {
    /** How many flights. */
    flights: number
    /** Seconds in the air. */
    seconds: number
    /** Scored kilometres. */
    kilometres: number
  }
  records: Records
}

export type FlightRecords = {
  allTime: Records
  /** How many flights do not count, and are left out here; each says why (flightInfo.notCounted). */
  leftOut?: number
  /** Every season with flights, latest first. */
  seasons: Array<SeasonRecords>
}

export type TracksQuery = {
  /** Only flights with this flight_date or a later one. */
  from?: string
  /** Only flights with this flight_date or an earlier one. */
  to?: string
  /** Only flights of this season. */
  season?: number
  /** Only flights that were uploaded, corrected or scored again at this time or later. */
  updatedSince?: string
  /** Only the flight with this hash: the SHA-256 of its file. */
  hash?: string
  /** Only flights from the take-off with this id. */
  takeoff?: string
  /** Only flights with this glider of the pilot’s list. */
  glider?: string
  /** Only flights from take-offs in this country: ISO 3166-1 alpha-2. */
  country?: string
  /** Only flights whose score is of this type. */
  type?: 'Free Flight' | 'Straight Distance' | 'Free Triangle' | 'FAI Triangle' | 'Closed Free Triangle' | 'Closed FAI Triangle' | 'Out and Return' | 'None'
  /** Only flights with this many points or more. */
  minScore?: number
  /** Only flights that began in this box: west,south,east,north in WGS84 degrees. If west is greater than east, the box crosses the antimeridian. */
  bbox?: string
  /** Only flights in which every one of these words, up to 5, is part of the title, the notes, the glider (of the file, or of the pilot’s list) or the name of the take-off. Case and accents do not matter. */
  q?: string
}

export type FlightTracks = {
  /** Newest first. The more flights there are, the fewer points each has. */
  tracks: Array<{
    /** The id of the flight. */
    id: string
    /** Its flight_date. */
    date: string
    /** Its track in at most 48 points, as an encoded polyline: latitude and longitude in steps of 0.00001 degrees. */
    line: string
  }>
  /** False when there are more than 10000 flights: those are the newest. */
  isComplete: boolean
}

export type TakeoffName = {
  /** The name: one line of plain text. Null or empty: the service’s own again. */
  name: string | null
  /** Whether it is also the name of the pilot’s other flights that began within 500 m, and of later ones. */
  isForNearby?: boolean
  /** Whether the name is suggested to the operator of the service, who sees it with the place, rounded to 100 m, and not whose it is. */
  isSuggested?: boolean
}

export type TakeoffNamed = {
  /** How many flights have changed. */
  changed: number
  /** Whether the name now waits for the operator. False also when the place is in a privacy zone of the pilot, when 20 of the pilot’s suggestions are waiting, or when the operator has dismissed it. */
  isSuggested: boolean
}
