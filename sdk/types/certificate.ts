// Written by scripts/sdk/types.ts from contract/; not by hand.

/** A fix of the track. */
export type ScoredPoint = {
  /** Position among the fixes of the file, from 0. */
  index: number
  /** When the fix was recorded, UTC. */
  time: string
  /** WGS84 degrees. */
  latitude: number
  /** WGS84 degrees. */
  longitude: number
}

/** The certificate of the score. Distances are measured on the FAI sphere (R = 6371.0 km). */
export type Certificate = {
  /** One of: Free Flight, Straight Distance, Free Triangle, FAI Triangle, Closed Free Triangle, Closed FAI Triangle, Out and Return, None. By the rules of XContest there is no Straight Distance and no Out and Return. */
  type: string
  /** Points, rounded as the rule set says. */
  score: number
  /** The kilometres that count, rounded as the rule set says: the sum of the legs; for a triangle, less the closing distance where that is deducted. */
  distanceKm: number
  /** Points per kilometre for this type of flight. */
  multiplier: number
  /** Where the scored flight begins; null when there is nothing to score. */
  start: ScoredPoint | null
  /** The turnpoints in the order flown: three for a triangle, otherwise up to three; none for a straight distance. */
  turnpoints: Array<ScoredPoint>
  /** Where the scored flight ends; null when there is nothing to score. */
  finish: ScoredPoint | null
  /** Length of each leg in kilometres, rounded to the metre. Free flight: from start to finish via the turnpoints. Circuit: from turnpoint to turnpoint, and back to the first; of an out and return with one turnpoint, from the start to it and back. */
  legsKm: Array<number>
  /** Closing distance: kilometres from finish to start, rounded to the metre. */
  closingKm: number
  /** Proven upper bound in points: no choice of fixes scores more. Equal to score when proven is true. */
  upperBound: number
  /** Whether score is proven to be the optimum. If the search reached its deadline, this is false: score is the best that was found, and the optimum is at most upperBound. The score of a stored flight is then proven in the background, with up to 200 seconds of CPU, and flight.updated is sent when its certificate has changed. */
  proven: boolean
  /** The longest time between two fixes from start to finish, in seconds. Absent of flights that an earlier release has scored. */
  longestSilenceSeconds?: number
  /** Share of the distance, 0 to 1, over which the file has no fixes: the distance between the ends of each silence of more than 45 seconds, from start to finish, to the sum of the legs. */
  unrecordedShare?: number
  /** The rule set and its version. */
  rules: {
    /** The name of the rule set. */
    name: string
    /** The season since which it applies. */
    version: string
  }
  /** Changes whenever the same track and rules may give a different result. */
  solverVersion: string
  /** How long the search took, in milliseconds. */
  elapsedMs: number
  [member: string]: unknown
}
