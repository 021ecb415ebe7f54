// Written by scripts/sdk/types.ts from contract/; not by hand.

/** One entry per fix, in time order. All columns have the same length. */
export type FlightTerrain = {
  /** Which altitude it is above the ground: by GNSS where the file has it, since pressure depends on the weather. */
  altitudeSource: 'gnss' | 'pressure'
  /** The greatest height above the ground, in metres; null when none is known. */
  maxAboveGroundM: number | null
  /** Unix time in seconds; the fixes are those of the track with the same resolution. */
  seconds: Array<number>
  /** Altitude in metres, by altitudeSource. */
  altitude: Array<number>
  /** The ground in metres above sea level; null where it is not known. */
  ground: Array<number | null>
  /** Altitude less ground, in metres; null where the ground is not known. As exact as the two are: some tens of metres, and it may be below zero. */
  aboveGround: Array<number | null>
}
