// Splits a file of several recordings at its A records, each with its own header and signature, in one pass over the bytes.
import { MIN_FIXES } from './parse/breaks.ts'
import { isDigit, isRecorderRecord } from './parse/records.ts'

const NEWLINE = 0x0a
const RETURN = 0x0d
const LETTER_A = 0x41
const LETTER_B = 0x42
/** A file with more of them was made by hand. */
const MAX_RECORDINGS = 50

/** As views on the file; the file itself when it is one recording. Fewer fixes than a flight has stay with the one before. */
export function splitRecordings(bytes: Uint8Array): Uint8Array[] {
  const starts = [0]
  /** Fixes since the last start, and since the last A record, which may begin the next recording. */
  let fixes = 0
  let recorder = { at: 0, fixes: 0 }
  for (let at = 0; at < bytes.length; at++) {
    const isLineStart = at === 0 || bytes[at - 1] === NEWLINE || bytes[at - 1] === RETURN
    if (!isLineStart) continue
    if (bytes[at] === LETTER_A && isRecorderRecord(bytes, at)) recorder = { at, fixes: 0 }
    if (bytes[at] !== LETTER_B || !isDigit(bytes[at + 1])) continue
    fixes++
    recorder.fixes++
    if (recorder.fixes !== MIN_FIXES || fixes - recorder.fixes < MIN_FIXES) continue
    starts.push(recorder.at)
    fixes = recorder.fixes
  }
  if (starts.length === 1 || starts.length > MAX_RECORDINGS) return [bytes]
  return starts.map((from, index) => bytes.subarray(from, starts[index + 1] ?? bytes.length))
}
