// Written by scripts/sdk/types.ts from contract/; not by hand.

export type AirspaceEntry = {
  /** inside: more than 100 m from floor and ceiling and more than 50 m from the border. grazing: less. undecidable: the file cannot tell, and reasons says why. */
  status: 'inside' | 'grazing' | 'undecidable'
  /** Why it is undecidable; empty otherwise. no-pressure-altitude: a flight level, and no barometer. no-gnss-altitude: a limit above the sea or the ground, and no GNSS altitude. no-terrain: a limit above ground that is not known here. unknown-limit: floor or ceiling cannot be read. unknown-activity: active at times that the data do not tell. damaged-shape: a line of the shape cannot be read. gap: more than a minute between fixes. */
  reasons: Array<'no-pressure-altitude' | 'no-gnss-altitude' | 'no-terrain' | 'unknown-limit' | 'unknown-activity' | 'damaged-shape' | 'gap'>
  enter: {
    /** Date and time in UTC. */
    time: string
    /** Degrees, WGS84. */
    latitude: number
    /** Degrees, WGS84. */
    longitude: number
    /** Metres by GNSS; null when the file has none. */
    gnssAltitude: number | null
    /** Metres by pressure, of the standard atmosphere; null when the file has none. */
    pressureAltitude: number | null
  }
  exit: {
    /** Date and time in UTC. */
    time: string
    /** Degrees, WGS84. */
    latitude: number
    /** Degrees, WGS84. */
    longitude: number
    /** Metres by GNSS; null when the file has none. */
    gnssAltitude: number | null
    /** Metres by pressure, of the standard atmosphere; null when the file has none. */
    pressureAltitude: number | null
  }
  /** Metres to the border where it was farthest, to about 2 %. */
  horizontalDepth: number
  /** Metres to the nearer of floor and ceiling where that was farthest; null without limits, and when undecidable. */
  verticalDepth: number | null
}

export type EnteredAirspace = {
  /** Its name. */
  name: string
  /** As the data have it: A to G, R, Q, P, CTR, … */
  class: string
  /** The type, where the data have one besides the class. */
  type: string | null
  /** Whether one has to stay out, or ask first; false for those that gliders may fly into: classes E, F and G, gliding sectors, information regions. */
  isRestrictive: boolean
  /** Of the data that it is from. */
  region: string
  floor: {
    /** As the data have it. */
    text: string
    /** The altitude of the file that was compared with it; null for the ground and for no limit, and when it cannot be read. */
    measuredBy: 'gnss' | 'pressure' | null
  }
  ceiling: {
    /** As the data have it. */
    text: string
    /** The altitude of the file that was compared with it; null for the ground and for no limit, and when it cannot be read. */
    measuredBy: 'gnss' | 'pressure' | null
  }
  /** The border to draw, from the first point to the first again: longitude and latitude in degrees; arcs in steps of 5 degrees. The check itself is exact. */
  outline: Array<Array<number>>
  /** Each visit, by time. Those less than a minute apart are one. */
  entries: Array<AirspaceEntry>
}

export type FlightAirspace = {
  /** The data that the flight was checked against: of each region the latest of its date. Empty: there are none, and nothing was checked. */
  sources: Array<{
    /** What the data are of. */
    region: string
    /** The day from which they hold. */
    validFrom: string
    /** Whether the pilot has added them, for the own flights. */
    isOwn: boolean
    /** How many airspaces they have. */
    airspaces: number
  }>
  /** False when the airspaces near the flight were too many or too intricate to check all of them. */
  isComplete: boolean
  /** Those the flight was in, or may have been. */
  airspaces: Array<EnteredAirspace>
}
