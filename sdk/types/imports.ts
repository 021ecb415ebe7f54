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
    /** Files that are neither flights nor their photos. */
    skipped: number
    /** Photos that their flights have now. */
    photos: number
  }
  /** Every file of the archive, in the order of the archive. */
  entries: Array<{
    /** The name of the file in the archive, with its folders; of a file with several recordings, with the number of each: two (1 of 2).igc. */
    name: string
    /** photo: a photo of a flight in an export; flight: anything else. */
    kind: 'flight' | 'photo'
    /** waiting: not yet processed; new: a new flight or photo; duplicate: it already existed; refused: not a flight or photo that can be stored; failed: the service could not process it, so send it again; skipped: not a flight, such as a folder, a hidden file or a picture. */
    status: 'waiting' | 'new' | 'duplicate' | 'refused' | 'failed' | 'skipped'
    /** The id of the flight; null when there is none. */
    flightId: string | null
    /** The hash of the flight; null when there is none. */
    hash: string | null
    /** Why a file was refused, skipped or has failed; otherwise null. */
    reason: string | null
  }>
}
