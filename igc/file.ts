// An IGC file after reading.
import type { Diagnosis } from './diagnosis.ts'
import type { Track } from './track.ts'

export interface IgcFile {
  /** Every fix with a usable position, in time order; undefined when the file is refused. Of several recordings the longest. */
  track: Track | undefined
  /** For each fix of the track the line of the file it stands on, from 1. */
  lines: Int32Array
  /** False when most of that track is faster than any wing without an engine flies. */
  isFlyable: boolean
  /** Mostly one; several, in the order of the file, when it cannot be one; none when the file is refused. */
  recordings: Recording[]
  headers: IgcHeaders
  /** UTC date of the first fix of the track, or, where it is given, of the file; `YYYY-MM-DD`. */
  date: string | undefined
  /** Whether the date is the caller's, since the file names none. */
  isDateGiven: boolean
  /** Errors first, then warnings, each by line. */
  diagnoses: Diagnosis[]
}

export interface Recording {
  track: Track
  lines: Int32Array
  /** False when most of it is faster than any wing without an engine flies. */
  isFlyable: boolean
}

/** Left out: what the file does not say, or fills with a placeholder such as `NKN` or `not set`. */
export interface IgcHeaders {
  pilot?: string
  /** The second crew member. */
  crew?: string
  gliderType?: string
  competitionClass?: string
  /** Manufacturer and model. */
  recorderType?: string
  /** The A record: manufacturer code and serial number. */
  recorderId?: string
}
