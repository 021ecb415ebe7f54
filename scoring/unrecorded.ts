// The parts of a course without a fix: the certificate states them, and a considerable hole marks the flight.
import { MIN_SILENCE_SECONDS } from '#igc/flight/silence.ts'
import type { SummaryWarning } from '#igc/flight/summary.ts'
import { distanceKm } from '#igc/geodesy.ts'
import { formatDuration } from '#igc/parse/breaks.ts'
import type { IgcFile } from '#igc/file.ts'
import type { Track } from '#igc/track.ts'
import type { Mark } from '#igc/marks.ts'

/** A landing of five minutes parts two flights: only a shorter silence cannot hide one, and the way from it to another launch. */
const MAX_SILENCE_SECONDS = 300
/**
 * Share of the distance. A real file with shorter silences lacks 4 %, one whose receiver lost its satellites twenty
 * times 12 %.
 */
const MAX_SHARE = 0.1

interface Silence {
  longestSilenceSeconds: number
  unrecordedShare: number
}

/** As a certificate has it. */
interface Course extends Silence {
  start: { index: number } | null
  finish: { index: number } | null
}

/** The silence in the course over these fixes. It adds no more to a course than the distance between its two ends. */
export function measureSilence(track: Track, points: readonly number[], legsKm: readonly number[]): Silence {
  const { seconds, latitude, longitude } = track
  let longestSilenceSeconds = 0
  let silentKm = 0
  for (let row = points[0] ?? 0; row < (points.at(-1) ?? 0); row++) {
    const elapsed = seconds[row + 1]! - seconds[row]!
    if (elapsed > longestSilenceSeconds) longestSilenceSeconds = elapsed
    if (elapsed > MIN_SILENCE_SECONDS)
      silentKm += distanceKm(latitude[row]!, longitude[row]!, latitude[row + 1]!, longitude[row + 1]!)
  }
  const courseKm = legsKm.reduce((sum, km) => sum + km, 0)
  const share = courseKm > 0 ? Math.min(1, silentKm / courseKm) : 0
  return { longestSilenceSeconds, unrecordedShare: Math.round(share * 1000) / 1000 }
}

/** The warning that marks the flight, at the end of its longest silence; none where the course is in the file. */
export function warnOfSilence(file: IgcFile & { track: Track }, score: Course): SummaryWarning[] {
  const { start, finish, longestSilenceSeconds, unrecordedShare } = score
  if (!start || !finish) return []
  if (longestSilenceSeconds < MAX_SILENCE_SECONDS && unrecordedShare < MAX_SHARE) return []
  const { seconds } = file.track
  let row = start.index
  while (row < finish.index && seconds[row + 1]! - seconds[row]! < longestSilenceSeconds) row++
  const line = file.lines[row + 1] ?? 0
  const percent = Math.round(100 * unrecordedShare)
  const silence = `nothing was recorded for ${formatDuration(longestSilenceSeconds)} before this fix`
  const message = `Line ${line}: ${silence}. The scored course spans it: ${percent} % of its distance is not in the file.`
  return [{ line, code: 'unrecorded' satisfies Mark, message }]
}
