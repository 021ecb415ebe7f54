// Written by scripts/sdk/types.ts from contract/; not by hand.

export type Wind = {
  /** Metres per second, rounded to 0.1. */
  speedMs: number
  /** The direction from which it blows, in degrees from north; null below 1 m/s, where it means nothing. */
  fromDeg: number | null
  /** How far off the speed may be: a standard deviation in metres per second, at least 0.1. Left out of a drift, and before version 2. */
  uncertaintyMs?: number
  /** How far off the direction may be: a standard deviation in degrees; null where there is no direction. */
  uncertaintyDeg?: number | null
}

export type Phase = {
  /** thermal: two turns or more, with gain. circling: the same without gain, such as a spiral. glide: on its way, for at least 30 s and 500 m. soaring: moving without getting anywhere. other: too short for any of them. gap: not recorded for more than 15 s. unknown: fixes too far apart to tell; secondsPerFix says how far. */
  kind: 'thermal' | 'circling' | 'glide' | 'soaring' | 'other' | 'gap' | 'unknown'
  start: {
    /** UTC, in whole seconds. */
    time: string
    /** Latitude in WGS84 degrees. */
    lat: number
    /** Longitude in WGS84 degrees. */
    lng: number
    /** Altitude in metres, by the sensor that the flight’s metadata names. */
    altitudeM: number
  }
  end: {
    /** UTC, in whole seconds. */
    time: string
    /** Latitude in WGS84 degrees. */
    lat: number
    /** Longitude in WGS84 degrees. */
    lng: number
    /** Altitude in metres, by the sensor that the flight’s metadata names. */
    altitudeM: number
  }
  /** Duration in seconds. */
  seconds: number
  /** Altitude at the end less that at the start, in metres. */
  altitudeChangeM: number
  /** Altitude change over duration; negative when sinking. In metres per second. */
  climbMs: number
  /** From start to end in a straight line. In kilometres, rounded to the metre. */
  distanceKm: number
  /** Along the track. In kilometres, rounded to the metre. */
  trackKm: number
  /** Of a thermal, and of circling without gain; null for other kinds. */
  circling: {
    /** Turns to either side, rounded to 0.1. */
    turns: number
    /** Seconds that a turn took, in the mean. */
    secondsPerTurn: number
    /** Mixed: more than a fifth of the turns to the other side. Unknown: fixes too far apart to tell left from right. */
    direction: 'left' | 'right' | 'mixed' | 'unknown'
    /** The best climb over 20 s. In metres per second. */
    bestClimbMs: number
    /** Airspeed in metres per second, by the circle on which the ground velocity runs; null when it runs on none. */
    airspeedMs: number | null
    /** Radius of the turns through the air, in metres. */
    radiusM: number | null
    /** The wind, by the centre of that circle. */
    wind: Wind | null
    /** How the turns moved over the ground, as a wind, to compare: a pilot who moves to a better core changes it. Null for fewer than three turns. */
    drift: Wind | null
  } | null
  /** Of a glide; null for other kinds. */
  glide: {
    /** Speed from start to end in a straight line. In kilometres per hour, rounded to 0.1. */
    speedKmh: number
    /** Speed along the track. In kilometres per hour, rounded to 0.1. */
    trackSpeedKmh: number
    /** Glide ratio over the ground: straight distance over altitude lost; null when less than 10 m are lost. */
    ratio: number | null
    /** Glide ratio through the air, by the wind in the thermals before and after; null when that is unknown. */
    airRatio: number | null
  } | null
  /** Of an unknown phase: seconds from one fix to the next, in the mean; null for other kinds. Left out before version 2. */
  secondsPerFix?: number | null
}

export type FlightAnalysis = {
  /** Changes whenever the same flight may give a different analysis. */
  version: string
  /** From take-off to landing: each phase begins where the one before ends, and their altitude changes add up to that of the flight. */
  phases: Array<Phase>
  totals: {
    byKind: {
      thermal: {
        /** How many phases. */
        count: number
        /** Their time in seconds. */
        seconds: number
        /** Their share of the flight’s time, 0 to 1. The shares of all kinds add up to 1. */
        share: number
        /** Altitude gained or lost in them, in metres. */
        altitudeChangeM: number
        /** Along the track. In kilometres, rounded to the metre. */
        trackKm: number
      }
      circling: {
        /** How many phases. */
        count: number
        /** Their time in seconds. */
        seconds: number
        /** Their share of the flight’s time, 0 to 1. The shares of all kinds add up to 1. */
        share: number
        /** Altitude gained or lost in them, in metres. */
        altitudeChangeM: number
        /** Along the track. In kilometres, rounded to the metre. */
        trackKm: number
      }
      glide: {
        /** How many phases. */
        count: number
        /** Their time in seconds. */
        seconds: number
        /** Their share of the flight’s time, 0 to 1. The shares of all kinds add up to 1. */
        share: number
        /** Altitude gained or lost in them, in metres. */
        altitudeChangeM: number
        /** Along the track. In kilometres, rounded to the metre. */
        trackKm: number
      }
      soaring: {
        /** How many phases. */
        count: number
        /** Their time in seconds. */
        seconds: number
        /** Their share of the flight’s time, 0 to 1. The shares of all kinds add up to 1. */
        share: number
        /** Altitude gained or lost in them, in metres. */
        altitudeChangeM: number
        /** Along the track. In kilometres, rounded to the metre. */
        trackKm: number
      }
      other: {
        /** How many phases. */
        count: number
        /** Their time in seconds. */
        seconds: number
        /** Their share of the flight’s time, 0 to 1. The shares of all kinds add up to 1. */
        share: number
        /** Altitude gained or lost in them, in metres. */
        altitudeChangeM: number
        /** Along the track. In kilometres, rounded to the metre. */
        trackKm: number
      }
      gap: {
        /** How many phases. */
        count: number
        /** Their time in seconds. */
        seconds: number
        /** Their share of the flight’s time, 0 to 1. The shares of all kinds add up to 1. */
        share: number
        /** Altitude gained or lost in them, in metres. */
        altitudeChangeM: number
        /** Along the track. In kilometres, rounded to the metre. */
        trackKm: number
      }
      unknown?: {
        /** How many phases. */
        count: number
        /** Their time in seconds. */
        seconds: number
        /** Their share of the flight’s time, 0 to 1. The shares of all kinds add up to 1. */
        share: number
        /** Altitude gained or lost in them, in metres. */
        altitudeChangeM: number
        /** Along the track. In kilometres, rounded to the metre. */
        trackKm: number
      }
    }
    thermals: {
      /** How many thermals. */
      count: number
      /** Altitude gained in them, in metres. */
      gainM: number
      /** All gain over all time in them, in metres per second; null without a thermal. */
      meanClimbMs: number | null
      /** The best climb over 20 s in a thermal, in metres per second; null without one. */
      bestClimbMs: number | null
      /** Gain of a thermal in the mean, in metres. */
      meanGainM: number | null
      /** Share of the time in thermals that turn to the left, 0 to 1. */
      leftShare: number
      /** The same to the right. */
      rightShare: number
      /** The same of those that turn to both sides. */
      mixedShare: number
      /** The same of those whose fixes are too far apart to tell. Left out before version 2. */
      unknownShare?: number
    }
    glides: {
      /** How many glides. */
      count: number
      /** Their straight distances together. In kilometres, rounded to the metre. */
      distanceKm: number
      /** The longest straight distance, in kilometres; null without a glide. */
      longestKm: number | null
      /** Straight distance over time, in kilometres per hour; null without a glide. */
      meanSpeedKmh: number | null
      /** All straight distance over all altitude lost; null when hardly any is lost. */
      meanRatio: number | null
    }
  }
  /** The wind of the flight: the mean over its thermals. Null when none of them tells it. */
  wind: Wind | null
  /** Wind and climb by altitude, from the lowest thermal up. */
  profile: Array<{
    /** From this altitude, in metres. */
    fromM: number
    /** To this one, 200 m higher. */
    toM: number
    /** Time in thermals in this band, in seconds. */
    seconds: number
    /** Mean climb in them. In metres per second. */
    climbMs: number
    /** The wind in this band; null when too little was circled in it. */
    wind: Wind | null
  }>
  /** How fast the scored course was flown; null when nothing is scored. */
  course: {
    /** The scored distance in kilometres, as in the certificate. */
    distanceKm: number
    /** From start to finish. */
    seconds: number
    /** Scored distance over that time. In kilometres per hour, rounded to 0.1. */
    speedKmh: number
    /** As the legs of the certificate. */
    legs: Array<{
      /** Length of the leg. In kilometres, rounded to the metre. */
      distanceKm: number
      /** Time spent on it. The last leg of a triangle is flown in two parts: from the last turnpoint to the finish, and from the start to the first turnpoint. */
      seconds: number
      /** Its length over its time. In kilometres per hour, rounded to 0.1. */
      speedKmh: number
    }>
  } | null
}

/** The analysis in short; GET /api/v1/flights/{id}/analysis has the whole. */
export type AnalysisSummary = {
  /** Changes whenever the same flight may give a different analysis. */
  version: string
  /** How many thermals. */
  thermals: number
  /** The best climb over 20 s in a thermal, in metres per second; null without one. */
  bestClimbMs: number | null
  /** All gain over all time in them, in metres per second; null without a thermal. */
  meanClimbMs: number | null
  /** The longest straight distance, in kilometres; null without a glide. */
  longestGlideKm: number | null
  /** The wind of the flight: the mean over its thermals. Null when none of them tells it. */
  wind: Wind | null
  [member: string]: unknown
}
