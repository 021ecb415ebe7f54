// A pilot's remarks on a flight, as stored: plain text without characters that could pass for something else.
import { MAX_NOTES_LENGTH, MAX_TITLE_LENGTH } from '#contract/logbook/lengths.ts'
import { cleanText } from './file-name.ts'

/** Title and notes; null: none. */
export interface Remarks {
  title: string | null
  notes: string | null
}

/** One line; null when nothing is left. */
export function cleanTitle(text: string | null): string | null {
  return cleanText((text ?? '').replaceAll(/\s+/gu, ' ')) || null
}

/** Lines as they were written, each without control characters; null when nothing is left. */
export function cleanNotes(text: string | null): string | null {
  const lines = (text ?? '').split(/\r\n|[\n\r\u2028\u2029]/)
  const clean = lines.map((line) => cleanLine(line.replaceAll('\t', ' '))).join('\n')
  return clean.replace(/^\n+/, '').trimEnd() || null
}

/** Indented lines stay so. */
function cleanLine(line: string): string {
  return (/^ */.exec(line)?.[0] ?? '') + cleanText(line)
}

/** As an export of this service describes a flight: long text is cut, and the flight itself gets in. */
export function readRemarks(metadata: { title?: unknown; notes?: unknown } | undefined): Partial<Remarks> {
  const { title, notes } = metadata ?? {}
  return {
    ...(typeof title === 'string' && { title: cleanTitle(cut(title, MAX_TITLE_LENGTH)) }),
    ...(typeof notes === 'string' && { notes: cleanNotes(cut(notes, MAX_NOTES_LENGTH)) }),
  }
}

/** Counted as a schema counts: by code points. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : Array.from(text).slice(0, length).join('')
}
