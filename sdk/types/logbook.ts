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
