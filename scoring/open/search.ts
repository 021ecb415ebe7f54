// The state of the search for the longest open flight.
import type { Positions } from '../positions.ts'
import type { TimeTree } from '../time-tree.ts'

export interface OpenFlight {
  readonly km: number
  /** Start, three turnpoints, finish. */
  readonly points: number[]
}

/** Knowledge about the legs on one side, before or after the second turnpoint. */
export interface Half {
  readonly isBefore: boolean
  /** Kilometres that no single leg, or two legs, ending in (beginning at) a stretch exceed. */
  readonly oneLeg: Float64Array
  readonly twoLegs: Float64Array
  /** The same for a single leg and the coarse stretches. */
  readonly coarseOneLeg: Float64Array
  /** The longest single leg of every fix, once its stretch is ready. */
  readonly leg: Float64Array
  /** The longest of them in every leaf of the tree. */
  readonly leafLeg: Float64Array
  readonly isReady: Uint8Array
  /** The two legs of each row of the stretch at hand; filled by bestTwoLegs. */
  readonly rows: Float64Array
}

/** Coarse stretches only, each stretch by the coarse ones, each by all others; then by place, whatever the time. */
export type Sharpness = 'coarse' | 'by coarse' | 'by all' | 'by place'

export interface OpenSearch {
  readonly positions: Positions
  readonly tree: TimeTree
  /** First node of the tree level whose nodes are the stretches. */
  readonly level: number
  readonly stretches: number
  /** The same for longer stretches, each 2 ** shift of the others. */
  readonly coarse: { readonly level: number; readonly stretches: number; readonly shift: number }
  readonly before: Half
  readonly after: Half
  /** Stretches by falling bound; the first `taken` are done. */
  readonly order: Int32Array
  taken: number
  /** How far the bounds are sharpened. */
  sharpness: Sharpness
  /** Kilometres that no flight exceeds. */
  mostKm: number
  /** Kilometres: a flight up to this long may have been passed over, since it was not enough. */
  passedOverKm: number
  /** The same search over fewer fixes, and which those are, once the others are known to be of no use. */
  rest?: { readonly search: OpenSearch; readonly fixes: Int32Array }
  /** Kilometres: differences below it are not pursued. */
  toleranceKm: number
  /** Fixes looked at so far. */
  effort: number
  best: OpenFlight
  /** Kilometres a row must exceed to matter; filled by setNeeds. */
  readonly needs: Float64Array
}

export function createHalf(
  isBefore: boolean,
  tree: TimeTree,
  stretches: number,
  coarse: number,
  size: number,
): Half {
  return {
    isBefore,
    oneLeg: new Float64Array(stretches),
    twoLegs: new Float64Array(stretches),
    coarseOneLeg: new Float64Array(coarse),
    leg: new Float64Array(tree.positions.count),
    leafLeg: new Float64Array(tree.leaves),
    isReady: new Uint8Array(stretches),
    rows: new Float64Array(size),
  }
}
