// Everything about one file that needs no database: read, summarised, scored, placed, compressed.
// It runs in a thread of the pool (worker.ts), which lends its read buffer; the values that go in and out can be sent
// between threads.
import { hash } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { DAY_SECONDS, formatDate } from '#igc/date.ts'
import { type Altitudes, chooseAltitudes } from '#igc/flight/altitude.ts'
import { findLongestPart, type FlownPart, listFlownParts } from '#igc/flight/flown-parts.ts'
import { fingerprintBytes } from '#igc/fingerprint.ts'
import { checkSignature } from '#igc/signature/signature.ts'
import { type IgcFile, type ReadBuffer, readIgc } from '#igc/read.ts'
import { roundDegrees, summariseFlight } from '#igc/flight/summary.ts'
import { takeFootprint } from '#igc/flight/footprint.ts'
import { traceFlight } from '#igc/flight/trace.ts'
import type { Track } from '#igc/track.ts'
import { scoreFile, type ScoringOptions } from '#scoring/score-file.ts'
import { free } from '#server/platform/files/memory.ts'
import type {
  AnalysedFlight,
  Analysis,
  FlightFindings,
  GnssTrack,
  StoredTrack,
  TrackColumns,
} from '../record/findings.ts'
import { loadPlaces } from '../takeoffs/places.ts'
import { analyseScored } from './analysis.ts'
import { igcCompression } from './compression.ts'
import { chooseFixes } from './simplify.ts'
import { threadClock } from './thread-clock.ts'

const SHAPE_POINTS = 48

export async function analyseFile(
  bytes: Uint8Array,
  { flightDate, ...scoring }: ScoringOptions & { flightDate?: string | undefined },
  buffer: ReadBuffer,
): Promise<Analysis> {
  const describePlace = await loadPlaces()
  const times = { reading: 0, scoring: 0, analysing: 0, placing: 0, compressing: 0 }
  const read = measure(times, 'reading', () => readDated(bytes, flightDate, buffer, describePlace))
  const scored = scoreFile(read, { ...scoring, clock: threadClock }, (part, work) =>
    measure(times, part, work),
  )
  if (!scored) return { isFlight: false, diagnoses: read.diagnoses }
  const { file, track, altitudes, summary, score } = scored
  const { diagnoses } = file
  const range = summary.range ?? { from: 0, to: track.length - 1 }
  const place = measure(times, 'placing', () => describePlace(summary.takeoff.lat, summary.takeoff.lng))
  const compressed = measure(times, 'compressing', () => compress(bytes))
  const analysis: Analysis = {
    isFlight: true,
    flight: {
      fingerprint: hashFixes(track),
      compressed,
      summary,
      diagnoses,
      score,
      signature: measure(times, 'reading', () => checkSignature(bytes, file.date)),
      analysis: measure(times, 'analysing', () => analyseScored(track, altitudes, summary, score)),
      place,
      flightDate: localDate(summary.takeoff.time, place.timeZone),
      givenDate: (read.isDateGiven && read.date) || null,
      shape: sketch(track, range),
      trace: summary.range && traceFlight(track, summary.range),
      footprint: summary.range && takeFootprint(track, summary.range),
      times,
    },
  }
  freeColumns(read, altitudes)
  return analysis
}

function hashFixes(track: Track): string {
  const bytes = fingerprintBytes(track)
  const fingerprint = hash('sha256', bytes)
  free(bytes)
  return fingerprint
}

/** Nothing that is sent on refers to them. */
function freeColumns({ recordings }: IgcFile, { metres }: Altitudes): void {
  free(metres)
  for (const { track, lines } of recordings) {
    free(lines)
    for (const column of [track, track.recorded, track.extensions].flatMap((each) =>
      Object.values(each ?? {}),
    ))
      if (ArrayBuffer.isView(column)) free(column)
  }
}

/**
 * A file that names no date counts its times in UTC all the same: read with the local date it would be a day off where
 * that is another one, and is then read once more.
 */
function readDated(
  bytes: Uint8Array,
  flightDate: string | undefined,
  buffer: ReadBuffer,
  describePlace: Awaited<ReturnType<typeof loadPlaces>>,
): IgcFile {
  if (flightDate === undefined) return readIgc(bytes, { buffer })
  const file = readIgc(bytes, { buffer, date: flightDate })
  const { track } = file
  if (!track || !file.isDateGiven) return file
  const { takeoff } = summariseFlight({ ...file, track })
  const found = localDate(takeoff.time, describePlace(takeoff.lat, takeoff.lng).timeZone)
  const daysOff = (Date.parse(flightDate) - Date.parse(found)) / (DAY_SECONDS * 1000)
  if (daysOff === 0) return file
  return readIgc(bytes, { buffer, date: formatDate(Date.parse(flightDate) / 1000 + daysOff * DAY_SECONDS) })
}

function readStored({ compressed, givenDate }: StoredTrack, buffer: ReadBuffer): IgcFile {
  const options = { buffer, isStored: true, ...(givenDate !== null && { date: givenDate }) }
  return readIgc(zstdDecompressSync(compressed), options)
}

/** Analyses a stored file; undefined when the reader refuses the file now. */
export async function analyseAgain(
  stored: StoredTrack,
  scoring: ScoringOptions,
  buffer: ReadBuffer,
): Promise<FlightFindings | undefined> {
  const describePlace = await loadPlaces()
  const scored = scoreFile(readStored(stored, buffer), { ...scoring, clock: threadClock })
  if (!scored) return undefined
  const { file, track, altitudes, summary, score } = scored
  const place = describePlace(summary.takeoff.lat, summary.takeoff.lng)
  return {
    summary,
    score,
    signature: checkSignature(zstdDecompressSync(stored.compressed), file.date),
    analysis: analyseScored(track, altitudes, summary, score),
    place,
    flightDate: localDate(summary.takeoff.time, place.timeZone),
    shape: sketch(track, summary.range ?? { from: 0, to: track.length - 1 }),
    trace: summary.range && traceFlight(track, summary.range),
    footprint: summary.range && takeFootprint(track, summary.range),
  }
}

/** The flight of a stored file, with at most `count` fixes. */
export function extractTrack(stored: StoredTrack, count: number, buffer: ReadBuffer): TrackColumns {
  const { track, altitudes, rows } = chooseFlown(stored, count, buffer)
  return listColumns(track, altitudes, rows)
}

/** The same fixes. */
export function extractGnssTrack(stored: StoredTrack, count: number, buffer: ReadBuffer): GnssTrack {
  const { track, rows } = chooseFlown(stored, count, buffer)
  const altitudes = chooseAltitudes(track, 'gnss')
  return { source: altitudes.source, ...listColumns(track, altitudes, rows) }
}

function chooseFlown(stored: StoredTrack, count: number, buffer: ReadBuffer) {
  const { file, altitudes, flight } = readLaunched(stored, buffer)
  const { track } = file
  const range = flight ?? { from: 0, to: track.length - 1 }
  return { track, altitudes, rows: chooseFixes(track, range, count) }
}

function listColumns(track: Track, { metres }: Altitudes, rows: readonly number[]): TrackColumns {
  return {
    seconds: rows.map((row) => track.seconds[row]!),
    latitude: rows.map((row) => round(track.latitude[row]!, 6)),
    longitude: rows.map((row) => round(track.longitude[row]!, 6)),
    altitude: rows.map((row) => Math.round(metres[row]!)),
  }
}

/** The flight that began there: it was chosen when the file was scored, which takes longer than this. */
export function readLaunched(stored: StoredTrack, buffer: ReadBuffer): FlownPart {
  const { launchLatitude, launchLongitude } = stored
  const file = readStored(stored, buffer)
  const { track } = file
  if (!track) throw new Error('a stored file can no longer be read')
  const parts = listFlownParts(file)
  if (parts.length === 1) return parts[0]!
  const launched = parts.find(
    ({ file, flight }) =>
      roundDegrees(file.track.latitude[flight?.from ?? 0]!) === launchLatitude &&
      roundDegrees(file.track.longitude[flight?.from ?? 0]!) === launchLongitude,
  )
  return launched ?? findLongestPart({ ...file, track })
}

function compress(bytes: Uint8Array): Uint8Array {
  const compressed = zstdCompressSync(bytes, { ...igcCompression, pledgedSrcSize: bytes.length })
  // A copy of exactly its length: sent to another thread, a view takes its whole buffer along.
  return new Uint8Array(compressed)
}

function sketch(track: Track, range: { from: number; to: number }): number[] {
  return chooseFixes(track, range, SHAPE_POINTS).flatMap((row) => [
    round(track.latitude[row]!, 5),
    round(track.longitude[row]!, 5),
  ])
}

const formats = new Map<string, Intl.DateTimeFormat>()

function localDate(time: string, timeZone: string): string {
  let format = formats.get(timeZone)
  if (!format) {
    // Sweden writes dates as ISO 8601 does.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
    formats.set(timeZone, format)
  }
  return format.format(new Date(time))
}

function measure<Result>(
  times: AnalysedFlight['times'],
  part: keyof AnalysedFlight['times'],
  work: () => Result,
): Result {
  const before = threadClock()
  const result = work()
  times[part] += threadClock() - before
  return result
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}
