// The interface of a source of heights, whatever its files are.

export interface Bounds {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

export interface Heights {
  /** False when it is certain that nothing in there is known: to find that out costs next to nothing. */
  mayKnow(bounds: Bounds): boolean
  /**
   * Metres above sea level at each place, by bilinear interpolation; NaN where nothing is known. `spacing` is how far
   * apart the places are, in degrees of latitude: for a coarse picture, means are read instead of every sample.
   */
  heightsAt(
    latitude: ArrayLike<number>,
    longitude: ArrayLike<number>,
    spacing?: number,
  ): Promise<Float32Array<ArrayBuffer>>
}

/** The operator's files cannot be used; the message says why. */
export class TerrainError extends Error {}
