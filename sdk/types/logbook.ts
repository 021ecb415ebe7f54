// Written by scripts/sdk/types.ts from contract/; not by hand.

export type Statistics = {
  /** How many flights. */
  flights: number
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
  /** The size of all stored IGC files of the pilot, as they were uploaded. */
  usedBytes: number
  /** How much they may take together; null without a limit. */
  quotaBytes: number | null
}

export type Records = {
  /** The longest scored distance, in kilometres. Null when there is no flight yet. */
  distance: {
    /** In the unit of the record. */
    value: number
    /** The flight. Of several that are equally good, the one that was uploaded first. */
    flightId: string
    /** Its flight_date. */
    date: string
  } | null
  /** The most points. Null when there is no flight yet. */
  score: {
    /** In the unit of the record. */
    value: number
    /** The flight. Of several that are equally good, the one that was uploaded first. */
    flightId: string
    /** Its flight_date. */
    date: string
  } | null
  /** The longest time in the air, in seconds. Null when there is no flight yet. */
  duration: {
    /** In the unit of the record. */
    value: number
    /** The flight. Of several that are equally good, the one that was uploaded first. */
    flightId: string
    /** Its flight_date. */
    date: string
  } | null
  /** The greatest altitude, in metres. Null when there is no flight yet. */
  altitude: {
    /** In the unit of the record. */
    value: number
    /** The flight. Of several that are equally good, the one that was uploaded first. */
    flightId: string
    /** Its flight_date. */
    date: string
  } | null
  /** The strongest climb over 20 seconds, in metres per second. Null when there is no flight yet. */
  climb: {
    /** In the unit of the record. */
    value: number
    /** The flight. Of several that are equally good, the one that was uploaded first. */
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
  /** Every season with flights, latest first. */
  seasons: Array<SeasonRecords>
}
