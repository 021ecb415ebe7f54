// From the rows of a scan to tracks: one for each recording in the file, mostly one.
import type { Findings } from '../diagnosis.ts'
import type { Recording } from '../file.ts'
import { type Break, findBreaks, formatDistance, formatDuration, MIN_FIXES } from './breaks.ts'
import { findFirstMissing, keepRising, placeInTime } from './clock.ts'
import { chooseFixes, chooseRows, type Columns } from './columns.ts'
import { distanceKm } from '../geodesy.ts'
import { readExtensions } from './extensions.ts'
import type { FixColumns } from './fix.ts'
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
  const kept = keepLongest(listParts(breaks, fixes.length), ({ from, to }) => to - from).map((part) => ({
    ...part,
    // Undefined is every row, in the order of the file: the usual case, without another copy.
    rows: falls || breaks.length > 0 ? keepRising(seconds, part.from, part.to) : undefined,
  }))
  reportClock(kept, fixes, findings)
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
  if (!recordings) return splitByStretches({ columns, jumps: [] }, findings)
  if (recordings.leftOut > MAX_UNFLYABLE_SHARE * columns.seconds.length)
    return keepUnflyable(columns, recordings.recordingOf.indexOf(0), findings)
  reportLeftOut(columns, recordings, findings)
  reportTolerated(columns, recordings, findings)
  if (recordings.count > 1) reportJump(columns, recordings, findings)
  return choose(columns, recordings).flatMap((each) => splitByStretches(each, findings))
}

interface Candidate {
  columns: Columns
  /** Rows that follow a jump. */
  jumps: number[]
  isFlyable?: boolean
}

function choose(columns: Columns, { recordingOf, count, jumps }: Recordings): Candidate[] {
  const isAfterJump = new Set(jumps)
  return Array.from({ length: count }, (_, index) => {
    const rows = listRows(recordingOf, index + 1)
    const found: number[] = []
    if (jumps.length > 0) for (const [at, row] of rows.entries()) if (isAfterJump.has(row)) found.push(at)
    return { columns: chooseRows(columns, rows), jumps: found }
  })
}

/** Share of fixes that cannot be flown: beyond it the recording is none of a flight. */
const MAX_UNFLYABLE_SHARE = 0.5

function splitByStretches({ columns, jumps }: Candidate, findings: Findings): Candidate[] {
  const cut = findUnflyable(columns, jumps)
  if (!cut) return [{ columns, jumps }]
  const first = cut.indexOf(1)
  if (shareOf(cut) > MAX_UNFLYABLE_SHARE) return keepUnflyable(columns, first, findings)
  const recordings = groupByReach(columns, cut)!
  reportUnflyable(columns.lines[first]!, recordings.leftOut, findings)
  return choose(columns, recordings)
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
  return [{ columns, jumps: [], isFlyable: false }]
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
  for (const { from, to, original } of repeats)
    findings.add({
      severity: 'warning',
      code: 'repeated-track' satisfies Mark,
      line: columns.lines[from]!,
      statement: `${countFixes(to - from + 1)} repeat, place by place and in the same rhythm, what begins in line ${columns.lines[original]!}`,
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
function reportLeftOut({ seconds, lines }: Columns, { recordingOf }: Recordings, findings: Findings): void {
  const counts = { spike: 0, implausible: 0 }
  const first = { spike: 0, implausible: 0 }
  for (let row = recordingOf.indexOf(0); row >= 0;) {
    let end = row
    while (end + 1 < recordingOf.length && recordingOf[end + 1] === 0) end++
    const kind = seconds[end]! - seconds[row]! >= MIN_IMPLAUSIBLE_SECONDS ? 'implausible' : 'spike'
    if (counts[kind] === 0) first[kind] = lines[row]!
    counts[kind] += end - row + 1
    row = recordingOf.indexOf(0, end + 1)
  }
  if (counts.spike > 0)
    findings.add({
      severity: 'warning',
      code: 'spike',
      line: first.spike,
      statement: `the position jumps faster than any glider flies (${countFixes(counts.spike)})`,
      hint: `${counts.spike === 1 ? 'This fix was' : 'These fixes were'} left out; the rest of the flight is used.`,
    })
  if (counts.implausible > 0) reportUnflyable(first.implausible, counts.implausible, findings)
}

function reportUnflyable(line: number, count: number, findings: Findings): void {
  findings.add({
    severity: 'warning',
    code: 'implausible-speed',
    line,
    statement: `no wing without an engine can have flown what begins here (${countFixes(count)})`,
    hint: `${count === 1 ? 'This fix was' : 'These fixes were'} left out; the rest of the flight is used.`,
  })
}

/** A receiver that lost its position may jump back to it: both sides are kept, and the flight is marked. */
function reportTolerated(columns: Columns, { jumps }: Recordings, findings: Findings): void {
  const [row] = jumps
  if (row === undefined) return
  const { seconds, latitude, longitude, lines } = columns
  const km = distanceKm(latitude[row - 1]!, longitude[row - 1]!, latitude[row]!, longitude[row]!)
  const time = formatDuration(seconds[row]! - seconds[row - 1]!)
  findings.add({
    severity: 'warning',
    code: 'implausible-speed',
    line: lines[row]!,
    statement: `the position jumps by ${formatDistance(km * 1000)} in ${time}, faster than any wing flies`,
    hint: 'The receiver may have lost its position; both sides are used.',
  })
}

function reportClock(
  parts: readonly (Rows & { rows: Int32Array | undefined })[],
  fixes: FixColumns,
  findings: Findings,
): void {
  let dropped = 0
  let first = -1
  for (const { from, to, rows } of parts) {
    if (!rows || rows.length === to - from) continue
    dropped += to - from - rows.length
    if (first < 0) first = findFirstMissing(rows, from, to)
  }
  if (dropped === 0) return
  const line = fixes.line[first]!
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
    statement: `the clock goes backward (${countFixes(dropped)})`,
    hint: 'Fixes whose time goes back were left out.',
  })
}

export function countFixes(count: number): string {
  return count === 1 ? 'one fix' : `${count} fixes`
}
