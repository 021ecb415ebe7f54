// Reads an IGC file: never throws, takes linear time and memory (n log n where the clock goes back), and reports what
// it found wrong.
import { DAY_SECONDS, findDate, formatDate } from './date.ts'
import { collectFindings, type Diagnosis, type Findings } from './diagnosis.ts'
import type { IgcFile, Recording } from './file.ts'
import { MIN_FIXES } from './parse/breaks.ts'
import { createFixColumns, type FixColumns } from './parse/fix.ts'
import { describeForeign, findBinaryKind, lacksLineEnds } from './parse/foreign.ts'
import { startTextRecords } from './parse/headers.ts'
import { type Scan, scanLines } from './parse/scan.ts'
import { narrowUtf16 } from './parse/text.ts'
import { buildTracks, countFixes } from './parse/tracks.ts'
import type { Track } from './track.ts'

export type { Diagnosis } from './diagnosis.ts'
export type { IgcFile, IgcHeaders } from './file.ts'

export interface ReadOptions {
  /** `YYYY-MM-DD`, in UTC, of the first fix; used when the file names no date. */
  date?: string
  /** The current time, to notice dates in the future. */
  now?: Date
  /** A file with several A records is refused; one that was stored before that is read all the same. */
  isStored?: boolean
  /** Memory to read into, lent by a caller that reads many files; nothing that is returned refers to it. */
  buffer?: ReadBuffer
}

export type ReadBuffer = FixColumns

/** Fixes of a file of about 2 MB; larger files are rare and allocate their memory. */
const BUFFER_FIXES = 80_000

/** For a caller that reads one file after the other: new memory for each file would cost a tenth of its time. */
export function createReadBuffer(): ReadBuffer {
  return createFixColumns(BUFFER_FIXES)
}

export function readIgc(input: Uint8Array, options: ReadOptions = {}): IgcFile {
  const findings = collectFindings()
  const bytes = narrowUtf16(input)
  const scan = findBinaryKind(bytes) ? undefined : scanLines(bytes, findings, options.buffer)
  const isOneLine = scan !== undefined && scan.fixRecords <= 1 && lacksLineEnds(bytes)
  const read = scan && !isOneLine ? readRecordings(bytes, scan, findings, options) : []
  if (isOneLine) refuseWithoutLineEnds(findings)
  else if (!scan || scan.fixRecords === 0) refuseForeign(findings, bytes, scan)

  const diagnoses = findings.toDiagnoses()
  const { headers } = scan?.text ?? startTextRecords()
  const isRefused = diagnoses[0]?.severity === 'error'
  const recordings = isRefused ? [] : read
  const { track, lines = new Int32Array(0), isFlyable = true } = findLongest(recordings) ?? {}
  // A date in the file is in one of its lines.
  const isDateGiven = track !== undefined && scan?.dates[0]?.line === 0
  return {
    track,
    lines,
    isFlyable,
    recordings,
    headers,
    date: track
      ? formatDate(isDateGiven ? scan!.dates[0]!.epochDay * DAY_SECONDS : track.seconds[0]!)
      : undefined,
    isDateGiven,
    diagnoses,
  }
}

/** A file of several recordings with one of them as its track. */
export function chooseRecording(file: IgcFile, { track, lines, isFlyable }: Recording): IgcFile {
  return {
    ...file,
    track,
    lines,
    isFlyable,
    ...(!file.isDateGiven && { date: formatDate(track.seconds[0]!) }),
  }
}

function findLongest(recordings: readonly Recording[]): Recording | undefined {
  return recordings.toSorted((a, b) => b.track.length - a.track.length)[0]
}

/** Why the file is refused; undefined when it is not. */
export function findError(file: Pick<IgcFile, 'diagnoses'>): Diagnosis | undefined {
  return file.diagnoses.find(({ severity }) => severity === 'error')
}

function refuseForeign(findings: Findings, bytes: Uint8Array, scan: Scan | undefined): void {
  if (bytes.length === 0) {
    findings.add({
      severity: 'error',
      code: 'empty',
      statement: 'The file is empty',
      hint: 'Copy it from the instrument again: the transfer may have failed.',
    })
    return
  }
  if (scan && (scan.text.headers.recorderId !== undefined || scan.dates.length > 0) && scan.text.hasHeader) {
    const hint =
      'The recorder wrote its header and nothing else: it may never have had a GPS position, or was stopped right away.'
    findings.add({
      severity: 'error',
      code: 'no-fixes',
      statement: 'The file holds no fixes (no line starts with B)',
      hint,
    })
    return
  }
  const kind = findBinaryKind(bytes) ?? describeForeign(bytes)
  findings.add({
    severity: 'error',
    code: 'not-igc',
    statement: `This is ${kind.name}, not an IGC file`,
    hint: kind.hint,
  })
}

function refuseWithoutLineEnds(findings: Findings): void {
  findings.add({
    severity: 'error',
    code: 'no-line-ends',
    line: 1,
    statement: 'the whole file is one line, since its line ends were removed on the way',
    hint: 'Send it as it is: with curl use --data-binary @FILE or -T FILE, not -d @FILE.',
  })
}

function readRecordings(
  bytes: Uint8Array,
  scan: Scan,
  findings: Findings,
  options: ReadOptions,
): Recording[] {
  if (scan.fixRecords === 0) return []
  if (scan.recorderLines === 0) {
    findings.add({
      severity: 'warning',
      code: 'no-recorder',
      line: 1,
      statement: 'the A record that names the recorder is missing',
      hint: 'The flight is read anyway.',
    })
  }
  if (scan.fixes.length === 0) {
    refuseWithoutFix(scan, findings)
    return []
  }
  if (!chooseDate(scan, findings, options)) return []
  const recordings = buildTracks(bytes, scan, findings, { isSplit: options.isStored ?? false })
  const { length } = findLongest(recordings)!.track
  if (length < MIN_FIXES && !findings.has('times-impossible')) {
    findings.add({
      severity: 'error',
      code: 'too-few-fixes',
      statement: `The file holds only ${length} usable ${length === 1 ? 'fix' : 'fixes'}`,
      hint: `A flight needs at least ${MIN_FIXES} fixes: the recorder may have been stopped right away.`,
    })
  }
  for (const { track, lines } of recordings) warnAboutColumns(track, lines, findings)
  return recordings
}

const FIX_FAULTS = ['zero-position', 'fix-position', 'fix-time', 'fix-unreadable', 'fix-truncated']

function refuseWithoutFix(scan: Scan, findings: Findings): void {
  const isOnly = scan.fixRecords === 1
  const line = isOnly ? Math.max(...FIX_FAULTS.map((code) => findings.lineOf(code))) : 0
  if (findings.has('fix-time') && !findings.has('zero-position') && !findings.has('fix-position')) {
    findings.add({
      severity: 'error',
      code: 'times-impossible',
      line,
      statement: isOnly ? 'the only fix has no valid time' : 'None of the fixes has a valid time',
      hint: 'The file is damaged: copy it from the instrument again.',
    })
    return
  }
  const statement = isOnly
    ? 'the only fix has no usable position'
    : `None of the ${scan.fixRecords} fixes has a usable position`
  findings.add({
    severity: 'error',
    code: 'no-valid-fix',
    line,
    statement,
    hint: 'The recorder had no GPS reception, or the file is damaged: copy it from the instrument again.',
  })
}

function refuseWithoutDate(findings: Findings): void {
  const line = findings.lineOf('date-unreadable')
  findings.add({
    severity: 'error',
    code: 'no-date',
    line,
    statement:
      line > 0
        ? 'this is no valid date, and no other line gives the date of the flight'
        : 'The file does not give the date of the flight (no HFDTE line)',
    hint:
      line > 0
        ? 'Write it as day, month, year: HFDTE250724 is 25 July 2024. Or give it with the upload: flight_date=2024-07-25.'
        : 'Add a line such as HFDTE250724 (25 July 2024) after the first line, or give the date with the upload: flight_date=2024-07-25.',
  })
}

function chooseDate(scan: Scan, findings: Findings, { date, now }: ReadOptions): boolean {
  const given = date === undefined ? undefined : findDate(date)
  if (scan.dates.length === 0 && given) scan.dates.push({ row: 0, line: 0, ...given })
  const [first] = scan.dates
  if (!first) {
    refuseWithoutDate(findings)
    return false
  }
  // The local date of a flight may be the day before or after its date in UTC.
  if (given && Math.abs(given.epochDay - first.epochDay) > 1) {
    const statement = `the file itself gives the date ${formatDate(first.epochDay * DAY_SECONDS)}`
    const hint = `It is used, and the date ${date} given with the upload is not.`
    findings.add({ severity: 'warning', code: 'date-given', line: first.line, statement, hint })
  }
  // A date after the fixes it belongs to holds for them too.
  first.row = 0
  const isFuture = now && first.epochDay * DAY_SECONDS * 1000 > now.getTime() + 2 * DAY_SECONDS * 1000
  if (first.year < 1995 || first.year >= 2070 || isFuture) {
    const statement = `the date ${formatDate(first.epochDay * DAY_SECONDS)} cannot be right`
    findings.add({
      severity: 'warning',
      code: 'date-implausible',
      line: first.line,
      statement,
      hint: 'The clock of the recorder was wrong; the flight keeps this date.',
    })
  }
  return true
}

function warnAboutColumns(track: Track, lines: Int32Array, findings: Findings): void {
  const { length, seconds, valid } = track
  let repeated = 0
  let firstRepeated = 0
  let uncertain = 0
  for (let row = 0; row < length; row++) {
    if (!valid[row]) uncertain++
    if (row > 0 && seconds[row] === seconds[row - 1] && ++repeated === 1) firstRepeated = row
  }
  if (uncertain > 0) {
    const line = lines[valid.indexOf(0)]!
    const statement = `the recorder marks ${countFixes(uncertain)} as uncertain (V)`
    findings.add({
      severity: 'warning',
      code: 'fix-uncertain',
      line,
      statement,
      hint: 'The position of such fixes is used, their GPS altitude is not.',
    })
  }
  if (repeated > 0) {
    const statement = `${countFixes(repeated)} ${repeated === 1 ? 'has' : 'have'} the same time as the fix before`
    findings.add({
      severity: 'warning',
      code: 'time-repeated',
      line: lines[firstRepeated]!,
      statement,
      hint: 'Fixes with the same time are used in the order of the file.',
    })
  }
}
