// The track as the reader, the scorer and the pages share it: columns, one row per fix, in time order.

export interface Track {
  /** Number of fixes; every column has this length. */
  readonly length: number
  /** Seconds since 1970-01-01T00:00:00Z, never falling. */
  readonly seconds: Float64Array
  /** WGS84 degrees, -90 to 90. */
  readonly latitude: Float64Array
  /** WGS84 degrees, -180 to 180. */
  readonly longitude: Float64Array
  /** Metres by pressure; all zero when the recorder has no barometer. */
  readonly pressureAltitude: Int32Array
  /** Metres by GNSS. */
  readonly gnssAltitude: Int32Array
  /** 1 for a three-dimensional fix (A), 0 for any other (V). */
  readonly valid: Uint8Array
  /** Further columns by their three-letter code (ENL, MOP, FXA, SIU, TAS, TRT, ...), in the recorder's own units. */
  readonly extensions?: Readonly<Record<string, Int32Array>>
  /** Where the receiver said it was, for all fixes; left out where none was moved back behind a hop. */
  readonly recorded?: Ground
}

/** Positions in degrees, one row per fix. */
export interface Ground {
  readonly latitude: Float64Array
  readonly longitude: Float64Array
}
