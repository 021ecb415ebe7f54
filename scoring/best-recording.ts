// Of a file that cannot be one recording, the one that is the flight: each is scored by itself, and the best one counts.
import { summariseFlight } from '#igc/flight/summary.ts'
import { chooseRecording, type IgcFile } from '#igc/read.ts'
import type { Rules } from './rules.ts'
import { score, type ScoreOptions } from './score.ts'

type Limits = Pick<ScoreOptions, 'deadlineMs' | 'clock'>

/** The deadline is for all of them together. */
export function chooseBest(file: IgcFile, rules: Rules, limits: Limits): IgcFile {
  const { recordings } = file
  if (recordings.length < 2) return file
  const judged = recordings.map((recording) => {
    const candidate = chooseRecording(file, recording)
    const { range, durationSeconds } = summariseFlight({ ...candidate, track: recording.track })
    const share = { ...limits, deadlineMs: limits.deadlineMs / recordings.length }
    return {
      candidate,
      points: range ? score(recording.track, rules, { ...share, ...range }).score : -1,
      durationSeconds,
    }
  })
  const [best] = judged.toSorted((a, b) => b.points - a.points || b.durationSeconds - a.durationSeconds)
  return best!.candidate
}
