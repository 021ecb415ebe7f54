// Written by scripts/sdk/types.ts from contract/; not by hand.

export type Glider = {
  /** The id of the glider. */
  id: string
  /** What the pilot calls it: make, model and size. No other glider of the pilot has the same name. */
  name: string
  /** A to D: the class of a paraglider by EN 926; CCC: a competition paraglider; tandem: a paraglider for two. */
  class: 'A' | 'B' | 'C' | 'D' | 'CCC' | 'tandem' | 'miniwing' | 'hang glider' | 'rigid wing' | 'other'
  /** Whether new flights are flown with it, unless their file names another glider of the pilot. One glider at most is the default. */
  isDefault: boolean
  /** Whether it is no longer flown: it keeps its flights, and is not offered for new ones. */
  isRetired: boolean
  /** The day of the last inspection; null when none is known. */
  inspectedOn: string | null
  /** How many flights. */
  flights: number
  /** Seconds in the air. */
  seconds: number
  /** Flights on the day of the last inspection and later; null when none is known. */
  sinceInspection: {
    /** How many flights. */
    flights: number
    /** Seconds in the air. */
    seconds: number
  } | null
  /** When it was added, UTC. */
  dateCreated: string
}

export type GliderRegistration = {
  /** What the pilot calls it: make, model and size. No other glider of the pilot has the same name. */
  name: string
  /** A to D: the class of a paraglider by EN 926; CCC: a competition paraglider; tandem: a paraglider for two. */
  class: 'A' | 'B' | 'C' | 'D' | 'CCC' | 'tandem' | 'miniwing' | 'hang glider' | 'rigid wing' | 'other'
  /** Whether new flights are flown with it, unless their file names another glider of the pilot. One glider at most is the default. */
  isDefault?: boolean
  /** Whether it is no longer flown: it keeps its flights, and is not offered for new ones. */
  isRetired?: boolean
  /** The day of the last inspection; null when none is known. */
  inspectedOn?: string | null
}

/** What to change: at least one member. */
export type GliderChange = {
  /** What the pilot calls it: make, model and size. No other glider of the pilot has the same name. */
  name?: string
  /** A to D: the class of a paraglider by EN 926; CCC: a competition paraglider; tandem: a paraglider for two. */
  class?: 'A' | 'B' | 'C' | 'D' | 'CCC' | 'tandem' | 'miniwing' | 'hang glider' | 'rigid wing' | 'other'
  /** Whether new flights are flown with it, unless their file names another glider of the pilot. One glider at most is the default. */
  isDefault?: boolean
  /** Whether it is no longer flown: it keeps its flights, and is not offered for new ones. */
  isRetired?: boolean
  /** The day of the last inspection; null when none is known. */
  inspectedOn?: string | null
}

/** Which flights: of these days, both included; all when it is empty. */
export type GliderFlights = {
  /** The first flight_date. */
  from?: string
  /** The last flight_date. */
  to?: string
}
