// Scores a file in a thread of the browser: the same code as in the threads of the server.
import { analyseFlight } from '#analysis/analyse.ts'
import type { Altitudes } from '#igc/flight/altitude.ts'
import { type FlownPart, listFlownParts } from '#igc/flight/flown-parts.ts'
import { findError, type IgcFile, readIgc } from '#igc/read.ts'
import type { Track } from '#igc/track.ts'
import type { Rules } from '#scoring/rules.ts'
import { scoreFile } from '#scoring/score-file.ts'
import type { FlownTrack, Message, Outcome, Task } from './outcome.ts'

/** A phone is slower than a server; who waits this long sees the best found, with its bound. */
const DEADLINE_MS = 30_000

addEventListener('message', ({ data: { bytes, rules } }: MessageEvent<Task>) => {
  const read = readIgc(bytes)
  const track = findTrack(read)
  if (track) postMessage({ track } satisfies Message)
  postMessage(score(read, rules))
})

/** Of a file with several flights the longest; the score may then choose another. */
function findTrack(read: IgcFile): FlownTrack | undefined {
  const fixes = ({ flight }: FlownPart) => (flight ? flight.to - flight.from : 0)
  const [longest] = listFlownParts(read).toSorted((one, other) => fixes(other) - fixes(one))
  if (!longest) return undefined
  const { file, altitudes, flight } = longest
  return { date: file.date, columns: toColumns(file.track, altitudes, flight) }
}

function score(read: IgcFile, rules: Rules): Outcome {
  const scored = scoreFile(read, { rules, deadlineMs: DEADLINE_MS })
  if (!scored) return { refusal: findError(read) ?? { message: 'This file cannot be read.', hint: '' } }
  const { track, altitudes, summary, score, file } = scored
  const columns = toColumns(track, altitudes, summary.range)
  const analysis = analyseFlight(track, { range: summary.range ?? wholeOf(track), altitudes })
  return { flight: { summary, score, analysis, date: file.date, columns } }
}

const wholeOf = (track: Track) => ({ from: 0, to: track.length - 1 })

function toColumns(
  track: Track,
  altitudes: Altitudes,
  range: { from: number; to: number } | null | undefined,
): FlownTrack['columns'] {
  const { from, to } = range ?? wholeOf(track)
  return {
    seconds: [...track.seconds.subarray(from, to + 1)],
    latitude: [...track.latitude.subarray(from, to + 1)],
    longitude: [...track.longitude.subarray(from, to + 1)],
    altitude: [...altitudes.metres.subarray(from, to + 1)],
  }
}
