// From the rows of a scan to tracks: one for each recording in the file, mostly one.
import type { Findings } from '../diagnosis.ts'
import type { Recording } from '../file.ts'
import { type Break, findBreaks, formatDistance, formatDuration, MIN_FIXES } from './breaks.ts'
import { correctClock, findClockStretches, keepRising, listMissing, placeInTime } from './clock.ts'
import { chooseFixes, chooseRows, type Columns } from './columns.ts'
import { distanceKm } from '../geodesy.ts'
import { readExtensions } from './extensions.ts'
import { moveToFrame } from './frames.ts'
import type { Mark } from '../marks.ts'
import { findRepeats } from './repeats.ts'
import type { Scan } from './scan.ts'
import { groupByReach, type Recordings } from './spikes.ts'
import { findUnflyable } from './stretches.ts'

/** The longest ones; a file with more of them was made by hand. */
const MAX_RECORDINGS = 8

interface Rows {
  from: number
  /** Not included. */
  to: number
}

/** In the order of the file. Several A records are refused, unless the file is to be `split` all the same. */
export function buildTracks(
  bytes: Uint8Array,
  scan: Scan,
  findings: Findings,
  { isSplit }: { isSplit: boolean },
): Recording[] {
  const { fixes } = scan
  const { seconds, falls } = placeInTime(fixes.secondsOfDay, fixes.length, scan.dates)
  const breaks = findBreaks(scan, seconds)
  reportBreaks(breaks, findings, isSplit)
  const kept = keepLongest(listParts(breaks, fixes.length), ({ from, to }) => to - from).map((part) => {
    if (falls) setClock(scan, seconds, part, findings)
    // Undefined is every row, in the order of the file: the usual case, without another copy.
    return { ...part, rows: falls || breaks.length > 0 ? keepRising(seconds, part.from, part.to) : undefined }
  })
  reportClock(kept, scan, seconds, findings)
  const found = kept
    .flatMap(({ rows }) => splitByReach(chooseFixes(fixes, seconds, rows), findings))
    .map((each) => ({ ...each, columns: cutRepeats(each.columns, findings) }))
  return keepLongest(found, ({ columns }) => columns.lines.length).map((each) =>
    toRecording(bytes, scan, each),
  )
}

function listParts(breaks: readonly Break[], length: number): Rows[] {
  const starts = [0, ...breaks.map(({ row }) => row)]
  return starts.map((from, index) => ({ from, to: starts[index + 1] ?? length }))
}

/** In their order; fewer fixes than a flight has are kept only where there is nothing else. */
function keepLongest<Part>(parts: readonly Part[], lengthOf: (part: Part) => number): Part[] {
  const longest = parts.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, MAX_RECORDINGS)
  const isKept = new Set(longest.filter((part, index) => index === 0 || lengthOf(part) >= MIN_FIXES))
  return parts.filter((part) => isKept.has(part))
}

/** An error that lasts at least this long is no reflection. */
const MIN_IMPLAUSIBLE_SECONDS = 10

function splitByReach(columns: Columns, findings: Findings): Candidate[] {
  const recordings = groupByReach(columns)
  if (!recordings) return splitByStretches(columns, findings)
  if (recordings.leftOut > MAX_UNFLYABLE_SHARE * columns.seconds.length)
    return keepUnflyable(columns, recordings.recordingOf.indexOf(0), findings)
  // Moved, a copy would no longer lie on its original.
  const once = recordings.moved.length > 0 ? cutRepeats(columns, findings) : columns
  if (once !== columns) return splitByReach(once, findings)
  reportLeftOut(columns, recordings, findings)
  reportHop(columns, recordings, findings)
  if (recordings.count > 1) reportJump(columns, recordings, findings)
  return choose(columns, recordings).flatMap((each) => splitByStretches(each, findings))
}

interface Candidate {
  columns: Columns
  isFlyable?: boolean
}

function choose(columns: Columns, { recordingOf, count, moved }: Recordings): Columns[] {
  const { latitude, longitude } = columns
  if (moved.length > 0) columns.recorded ??= { latitude: latitude.slice(), longitude: longitude.slice() }
  for (const stretch of moved) moveToFrame(columns, stretch)
  return Array.from({ length: count }, (_, index) => chooseRows(columns, listRows(recordingOf, index + 1)))
}

/** Share of fixes that cannot be flown: beyond it the recording is none of a flight. */
const MAX_UNFLYABLE_SHARE = 0.5

function splitByStretches(columns: Columns, findings: Findings): Candidate[] {
  const cut = findUnflyable(columns)
  if (!cut) return [{ columns }]
  if (shareOf(cut) > MAX_UNFLYABLE_SHARE) return keepUnflyable(columns, cut.indexOf(1), findings)
  const recordings = groupByReach(columns, cut)!
  reportUnflyable('stretch', columns, listLeftOut(recordings), findings)
  reportHop(columns, recordings, findings)
  return choose(columns, recordings).map((each) => ({ columns: each }))
}

/** Cut down to what is slow in it, a train would be a short flight from its station. */
function keepUnflyable(columns: Columns, first: number, findings: Findings): Candidate[] {
  findings.add({
    severity: 'warning',
    code: 'implausible-speed',
    line: columns.lines[first]!,
    statement: 'most of the recording is faster than any wing without an engine flies, from here on',
    hint: 'It is kept, and scores nothing.',
  })
  return [{ columns, isFlyable: false }]
}

function shareOf(cut: Uint8Array): number {
  return cut.reduce((sum, one) => sum + one, 0) / cut.length
}

/** A stretch flown once counts once. */
function cutRepeats(columns: Columns, findings: Findings): Columns {
  const repeats = findRepeats(columns)
  if (repeats.length === 0) return columns
  const rows = Int32Array.from(columns.lines.keys()).filter(
    (row) => !repeats.some(({ from, to }) => row >= from && row <= to),
  )
  const stretches = repeats.map(({ from, to }) => ({ from, to: to + 1 }))
  const originals = new Set(repeats.slice(0, MAX_STRETCHES).map(({ original }) => columns.lines[original]!))
  findings.add({
    severity: 'warning',
    code: 'repeated-track' satisfies Mark,
    line: columns.lines[repeats[0]!.from]!,
    statement: `${describeStretches(columns, stretches)} repeat, place by place and in the same rhythm, what begins in line ${[...originals].join(', ')}`,
    hint: 'They were left out: a stretch that is in the file twice was flown once.',
  })
  return chooseRows(columns, rows)
}

function listRows(recordingOf: Uint8Array, recording: number): Int32Array {
  const rows: number[] = []
  for (let row = 0; row < recordingOf.length; row++) if (recordingOf[row] === recording) rows.push(row)
  return Int32Array.from(rows)
}

function toRecording(bytes: Uint8Array, scan: Scan, { columns, isFlyable = true }: Candidate): Recording {
  const { lines, offsets, recordLengths, ...rest } = columns
  const extensions =
    scan.extensions.length > 0 ? readExtensions(bytes, { offsets, recordLengths }, scan.extensions) : {}
  return { track: { length: rest.seconds.length, ...rest, extensions }, lines, isFlyable }
}

function reportBreaks(breaks: readonly Break[], findings: Findings, isSplit: boolean): void {
  const recorder = breaks.find(({ isRecorder }) => isRecorder)
  if (recorder && !isSplit) {
    const flights = breaks.length === 1 ? 'Two' : 'Several'
    findings.add({
      severity: 'error',
      code: 'several-flights',
      line: recorder.line,
      statement: 'an A record after the fixes begins another recording',
      hint: `${flights} flights in one file: upload each as a file by itself.`,
    })
    return
  }
  for (const { line, cause } of breaks) reportRecording(line, cause, findings)
}

function reportRecording(line: number, cause: string, findings: Findings): void {
  findings.add({
    severity: 'warning',
    code: 'several-flights',
    line,
    statement: `another recording begins here: ${cause}`,
    hint: 'Each recording was scored by itself, and the best one is the flight. Upload flights one by one to have them all.',
  })
}

/** At the first fix that cannot be reached from the one before. */
function reportJump(columns: Columns, { recordingOf }: Recordings, findings: Findings): void {
  const { seconds, latitude, longitude, lines } = columns
  const first = recordingOf.findIndex((recording) => recording > 0)
  const next = recordingOf.findIndex((recording) => recording > 0 && recording !== recordingOf[first])
  const last = recordingOf.lastIndexOf(recordingOf[first]!, next)
  const km = distanceKm(latitude[last]!, longitude[last]!, latitude[next]!, longitude[next]!)
  const time = formatDuration(seconds[next]! - seconds[last]!)
  reportRecording(
    lines[next]!,
    `the position jumps by ${formatDistance(km * 1000)} in ${time}, faster than the wing flies`,
    findings,
  )
}

/** A reflection is a spike; what stays away for longer marks the flight. */
function reportLeftOut(columns: Columns, recordings: Recordings, findings: Findings): void {
  const stretches = listLeftOut(recordings)
  const lasts = (stretch: Rows) => secondsOf(columns, stretch) >= MIN_IMPLAUSIBLE_SECONDS
  const spikes = stretches.filter((stretch) => !lasts(stretch))
  const count = spikes.reduce((sum, { from, to }) => sum + to - from, 0)
  if (count > 0)
    findings.add({
      severity: 'warning',
      code: 'spike',
      line: columns.lines[spikes[0]!.from]!,
      statement: `the position jumps faster than any glider flies (${countFixes(count)})`,
      hint: `${count === 1 ? 'This fix was' : 'These fixes were'} left out; the rest of the flight is used.`,
    })
  reportUnflyable('detour', columns, stretches.filter(lasts), findings)
}

function listLeftOut({ recordingOf }: Recordings): Rows[] {
  const stretches: Rows[] = []
  for (let from = recordingOf.indexOf(0); from >= 0;) {
    let to = from
    while (recordingOf[to] === 0) to++
    stretches.push({ from, to })
    from = recordingOf.indexOf(0, to)
  }
  return stretches
}

function reportUnflyable(
  kind: string,
  columns: Columns,
  stretches: readonly Rows[],
  findings: Findings,
): void {
  const [first] = stretches
  if (!first) return
  findings.add({
    severity: 'warning',
    code: 'implausible-speed' satisfies Mark,
    kind,
    line: columns.lines[first.from]!,
    statement: `no wing without an engine can have flown what begins here: ${describeStretches(columns, stretches)}`,
    hint: 'These fixes were left out; the rest of the flight is used.',
  })
}

/** Of more, the answer would be long, and none of them would be read. */
const MAX_STRETCHES = 5

function describeStretches(columns: Pick<Columns, 'lines' | 'seconds'>, stretches: readonly Rows[]): string {
  const told = stretches.slice(0, MAX_STRETCHES).map((stretch) => {
    const lines = `lines ${columns.lines[stretch.from]} to ${columns.lines[stretch.to - 1]}`
    return `${lines} (${countFixes(stretch.to - stretch.from)}, ${formatDuration(secondsOf(columns, stretch))})`
  })
  const more = stretches.length - told.length
  return more > 0 ? `${told.join(', ')} and ${more} more` : told.join(', ')
}

function secondsOf({ seconds }: Pick<Columns, 'seconds'>, { from, to }: Rows): number {
  return seconds[to - 1]! - seconds[from]!
}

/** A receiver that lost its position may hop: both sides are kept, and the flight is marked. */
function reportHop(columns: Columns, { hops, moved }: Recordings, findings: Findings): void {
  const [row] = hops
  if (row === undefined) return
  const { seconds, latitude, longitude, lines } = columns
  const km = distanceKm(latitude[row - 1]!, longitude[row - 1]!, latitude[row]!, longitude[row]!)
  const time = formatDuration(seconds[row]! - seconds[row - 1]!)
  const stretches = moved.map(({ from, to }) => ({ from, to: to + 1 }))
  const remedy =
    stretches.length > 0
      ? `; ${describeStretches(columns, stretches)} were moved back by it, so it adds no distance`
      : ''
  findings.add({
    severity: 'warning',
    code: 'implausible-speed' satisfies Mark,
    kind: 'hop',
    line: lines[row]!,
    statement: `the position jumps by ${formatDistance(km * 1000)} in ${time}, faster than any wing flies${remedy}`,
    hint: 'The receiver may have lost its position; both sides are used.',
  })
}

function setClock({ fixes }: Scan, seconds: Float64Array, part: Rows, findings: Findings): void {
  const { latitude, longitude } = fixes
  const stretches = findClockStretches({ seconds, latitude, longitude }, part)
  for (const stretch of stretches) correctClock(seconds, stretch)
  const [first] = stretches
  if (!first) return
  findings.add({
    severity: 'warning',
    code: 'clock-backward',
    kind: 'set',
    line: fixes.line[first.from]!,
    statement: `the clock was set by ${formatDuration(Math.abs(first.offSeconds))} in the air: ${describeStretches({ lines: fixes.line, seconds }, stretches)}`,
    hint: 'The times of these fixes were corrected by as much.',
  })
}

function reportClock(
  parts: readonly (Rows & { rows: Int32Array | undefined })[],
  { fixes }: Scan,
  seconds: Float64Array,
  findings: Findings,
): void {
  const stretches = parts.flatMap(({ from, to, rows }) => (rows ? listMissing(rows, from, to) : []))
  const [first] = stretches
  if (!first) return
  const dropped = stretches.reduce((sum, { from, to }) => sum + to - from, 0)
  const line = fixes.line[first.from]!
  if (dropped * 2 > fixes.length) {
    findings.add({
      severity: 'error',
      code: 'times-impossible',
      line,
      statement: 'the times jump back and forth, so the fixes cannot be put in order',
      hint: 'The file is damaged, or several were joined into one: upload each flight as a separate file.',
    })
    return
  }
  findings.add({
    severity: 'warning',
    code: 'clock-backward',
    line,
    statement: `the clock goes backward (${countFixes(dropped)}): ${describeStretches({ lines: fixes.line, seconds }, stretches)}`,
    hint: 'Fixes whose time goes back were left out.',
  })
}

export function countFixes(count: number): string {
  return count === 1 ? 'one fix' : `${count} fixes`
}
