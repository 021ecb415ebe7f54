// The code of a thread of the pool: one exported function per kind of task.
import { createReadBuffer } from '#igc/read.ts'
import { simulateFlight } from '#igc/simulate.ts'
import { collectGarbage, free } from '#server/platform/files/memory.ts'
import { XCONTEST } from '#scoring/score.ts'
import type { ScoringOptions } from '#scoring/score-file.ts'
import { analyseAgain, analyseFile, extractGnssTrack, extractTrack } from './analyse.ts'
import type { Analysis, FlightFindings, GnssTrack, StoredTrack, TrackColumns } from '../record/findings.ts'
import { checkStored, locateStored, readAirspaceFile } from './airspace.ts'
import type {
  AirspaceTask,
  CutFlight,
  CutTask,
  FoundAirspaces,
  LeagueScores,
  LeagueTask,
  ReadAirspaces,
  Whereabouts,
} from '../record/services.ts'
import { cutStored } from './cut.ts'
import { scoreStored } from './league-scores.ts'

/** Owned by this thread, which runs one task at a time. */
const buffer = createReadBuffer()

export async function analyse(
  task: ScoringOptions & { bytes: Uint8Array; flightDate?: string | undefined },
): Promise<Analysis> {
  const analysis = await analyseFile(task.bytes, task, buffer)
  free(task.bytes)
  return analysis
}

export function rescore(task: StoredTrack & ScoringOptions): Promise<FlightFindings | undefined> {
  return analyseAgain(task, task, buffer)
}

export function scores(task: StoredTrack & LeagueTask & { deadlineMs: number }): Promise<LeagueScores> {
  return scoreStored(task, buffer)
}

export function cut(task: StoredTrack & CutTask & ScoringOptions): Promise<CutFlight> {
  return cutStored(task, task, buffer)
}

export function airspace(task: StoredTrack & AirspaceTask): FoundAirspaces {
  return checkStored(task, buffer)
}

export function whereabouts(task: StoredTrack): Whereabouts | null {
  return locateStored(task, buffer)
}

export function airspaceFile({ bytes }: { bytes: Uint8Array }): ReadAirspaces {
  return readAirspaceFile(bytes)
}

export function track(task: StoredTrack & { count: number }): TrackColumns {
  return extractTrack(task, task.count, buffer)
}

export function gnssTrack(task: StoredTrack & { count: number }): GnssTrack {
  return extractGnssTrack(task, task.count, buffer)
}

/** Sends a flight down the whole path: the code is loaded when a pilot's file arrives. */
export async function warmUp(): Promise<void> {
  const { bytes } = simulateFlight({ seed: 1, taskKm: 20 })
  await analyseFile(bytes, { rules: XCONTEST, deadlineMs: 200 }, buffer)
  collectGarbage('last-resort')
}
