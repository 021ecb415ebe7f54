// Written by scripts/sdk/types.ts from contract/; not by hand.

export type Import = {
  /** The id of the import. */
  id: string
  /** The name of the archive. */
  fileName: string
  /** running: files are still being processed, whether you ask or not; done: none is waiting. */
  state: 'running' | 'done'
  /** When the archive was received, UTC. */
  createdAt: string
  /** Null while it is running. */
  finishedAt: string | null
  /** How many files have each status. */
  counts: {
    /** Not yet processed. */
    waiting: number
    /** New flights. */
    new: number
    /** Flights that already existed. */
    duplicate: number
    /** Files that were refused. */
    refused: number
    /** Files that could not be processed. */
    failed: number
    /** Files that are not flights. */
    skipped: number
  }
  /** Every file of the archive, in the order of the archive. */
  entries: Array<{
    /** The name of the file in the archive, with its folders; of a file with several recordings, with the number of each: two (1 of 2).igc. */
    name: string
    /** waiting: not yet processed; new: a new flight; duplicate: the flight already existed; refused: not a flight that can be stored; failed: the service could not process it, so send it again; skipped: not a flight, such as a folder, a hidden file or a picture. */
    status: 'waiting' | 'new' | 'duplicate' | 'refused' | 'failed' | 'skipped'
    /** The id of the flight; null when there is none. */
    flightId: string | null
    /** The hash of the flight; null when there is none. */
    hash: string | null
    /** Why a file was refused, skipped or has failed; otherwise null. */
    reason: string | null
  }>
}
