// Written by scripts/sdk/types.ts from contract/; not by hand.

/** Why a flight does not count. Absent from one that counts. */
export type NotCounted = {
  /** twin: another recording of a flight that counts, by a second instrument; copy: the track of a flight that counts, at another time or in another place; overlap: another flight at the same time counts; cut-short, no-flight: as recording says; pilot: the pilot has left it out. Others may be added. */
  reason: 'twin' | 'copy' | 'overlap' | 'cut-short' | 'no-flight' | 'pilot'
  /** The flight that counts instead: for twin, copy and overlap. */
  flightId?: string
}
