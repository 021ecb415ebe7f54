// The flights of a file, each by itself: of its recordings, mostly one, and in each of them.
import { chooseRecording, type IgcFile } from '../read.ts'
import type { Track } from '../track.ts'
import { type Altitudes, chooseAltitudes } from './altitude.ts'
import { findOverload } from './circling-load.ts'
import { findFlights, findLongest, type FlightSegment } from './flight-range.ts'

export interface FlownPart {
  /** With the recording of this flight as its track. */
  file: IgcFile & { track: Track }
  altitudes: Altitudes
  /** Every flight of that recording, in time order. */
  segments: FlightSegment[]
  /** One of them; undefined when nothing in the recording flies. */
  flight: FlightSegment | undefined
  /** The fix at which its circles are tighter than a wing can fly; then nothing in it is a flight. */
  overload: number | undefined
}

/** In the order of the file; a recording in which nothing flies is listed once. Empty for a file that was refused. */
export function listFlownParts(file: IgcFile): FlownPart[] {
  return file.recordings.flatMap((recording) => {
    const part = findLongestPart({ ...chooseRecording(file, recording), track: recording.track })
    return part.segments.length < 2 ? part : part.segments.map((flight) => ({ ...part, flight }))
  })
}

/** The longest flight of one recording. */
export function findLongestPart(
  file: IgcFile & { track: Track },
  altitudes: Altitudes = chooseAltitudes(file.track),
): FlownPart {
  const { track } = file
  const segments = file.isFlyable ? findFlights(track, altitudes) : []
  const flight = findLongest(track, segments)
  const overload = flight && findOverload(track, altitudes.metres, flight)
  if (overload !== undefined) return { file, altitudes, segments: [], flight: undefined, overload }
  return { file, altitudes, segments, flight, overload }
}
