// Scores a file in a thread of the browser: the same code as in the threads of the server.
import { findError, readIgc } from '#igc/read.ts'
import type { Rules } from '#scoring/rules.ts'
import { scoreFile } from '#scoring/score-file.ts'
import type { Outcome, Task } from './outcome.ts'

/** A phone is slower than a server; who waits this long sees the best found, with its bound. */
const DEADLINE_MS = 30_000

addEventListener('message', ({ data: { bytes, rules } }: MessageEvent<Task>) => {
  postMessage(work(bytes, rules))
})

function work(bytes: Uint8Array, rules: Rules): Outcome {
  const read = readIgc(bytes)
  const scored = scoreFile(read, { rules, deadlineMs: DEADLINE_MS })
  if (!scored) return { refusal: findError(read) ?? { message: 'This file cannot be read.', hint: '' } }
  const { track, altitudes, summary, score, file } = scored
  const { from, to } = summary.range ?? { from: 0, to: track.length - 1 }
  return {
    flight: {
      summary,
      score,
      date: file.date,
      columns: {
        seconds: [...track.seconds.subarray(from, to + 1)],
        latitude: [...track.latitude.subarray(from, to + 1)],
        longitude: [...track.longitude.subarray(from, to + 1)],
        altitude: [...altitudes.metres.subarray(from, to + 1)],
      },
    },
  }
}
