// Of a file that cannot be one recording, the one that is the flight: each is scored by itself, and the best one counts.
import { summariseFlight } from '#igc/flight/summary.ts'
import { chooseRecording, type IgcFile } from '#igc/read.ts'
import type { Track } from '#igc/track.ts'
import type { Rules } from './rules.ts'
import { score } from './score.ts'

/** The deadline is for all of them together. */
export function chooseBest(file: IgcFile, rules: Rules, deadlineMs: number): IgcFile {
  const { recordings } = file
  if (recordings.length < 2) return file
  const judged = recordings.map((recording) => {
    const candidate = chooseRecording(file, recording)
    const { range, durationSeconds } = summariseFlight({ ...candidate, track: recording.track })
    const share = deadlineMs / recordings.length
    return {
      candidate,
      points: range ? scoreRange(recording.track, rules, share, range) : -1,
      durationSeconds,
    }
  })
  const [best] = judged.toSorted((a, b) => b.points - a.points || b.durationSeconds - a.durationSeconds)
  return best!.candidate
}

function scoreRange(
  track: Track,
  rules: Rules,
  deadlineMs: number,
  range: { from: number; to: number },
): number {
  return score(track, rules, { deadlineMs, ...range }).score
}
