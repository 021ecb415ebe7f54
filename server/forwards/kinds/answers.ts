// The meaning of an answer: by its status where a kind says nothing else, and in the service's own words.
import { hash } from 'node:crypto'
import type { Answer, Outcome, Result } from './kind.ts'

export type Verdicts = Readonly<Record<number, Result>>

export const MAX_WORDS = 1000
/** A hostile page must not keep the patterns below busy. */
const MAX_READ = 8192
/** Longer ones say nothing in a few words. */
const MAX_JSON_WORDS = 65_536

const common: Verdicts = {
  // The address has moved for good: nothing is sent to where others point.
  301: 'credential',
  308: 'credential',
  302: 'later',
  303: 'later',
  307: 'later',
  401: 'credential',
  403: 'credential',
  404: 'missing',
  407: 'later',
  408: 'later',
  425: 'later',
  429: 'later',
}

export function classifyStatus(answer: Answer, verdicts: Verdicts = {}): Outcome {
  const { status } = answer
  if (status === null) return { result: 'later', words: answer.error ?? undefined }
  if (answer.known?.wasThere) return explain(answer, 'duplicate')
  const rest: Result = status >= 500 ? 'later' : 'unknown'
  const result = verdicts[status] ?? common[status] ?? rest
  // A success needs no words, and may hold secrets: the answer to a login has tokens in it.
  return result === 'delivered' ? { result } : explain(answer, result)
}

/** The result with the service's words and what it says about another try. */
export function explain(answer: Answer, result: Result, words = readWords(answer)): Outcome {
  const { retryAfterMs } = answer
  return { result, words: words.slice(0, MAX_WORDS), ...(retryAfterMs > 0 && { retryAfterMs }) }
}

/** Of services that answer in HTML, XML, JSON or plain text: as one line without markup. */
export function readWords({ status, headers, body }: Answer): string {
  const json = body.length > MAX_JSON_WORDS ? {} : readJson(body)
  const said = [json.message, json.error_description, json.error].find((text) => typeof text === 'string')
  const [, message] = /<(?:\w{1,20}:)?message>([^<]+)</i.exec(body.slice(0, MAX_READ)) ?? []
  const words = toPlainText((said as string | undefined) ?? message ?? body)
  const target = headers.location === undefined ? '' : `: moved to ${headers.location}`
  return words || `answered ${status}${target}`
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', amp: '&' }

export function toPlainText(markup: string): string {
  return markup
    .slice(0, MAX_READ)
    .replaceAll(/<(style|script|head)\b[^]*?<\/\1>/gi, ' ')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(#x?[0-9a-f]{1,6}|\w{1,10});/gi, readEntity)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

function readEntity(entity: string, name: string): string {
  if (!name.startsWith('#')) return entities[name] ?? entity
  const code = Number(name.slice(1).replace(/^x/i, '0x'))
  return code <= 0x10_ffff ? String.fromCodePoint(code) : entity
}

/** Members of a JSON object; none when it is something else. */
export function readJson(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** The answer of a kind that has decided without the service. */
export function answerInstead(status: number | null, words: string): Answer {
  return { status, headers: {}, body: words, error: words, retryAfterMs: 0 }
}

export const isOk = ({ status }: Answer) => status !== null && status >= 200 && status < 300

/** Whether the body is the file, the beginning of it, or something else. */
export function compareBody(
  { bytes = new Uint8Array() }: Answer,
  file: { bytes: Uint8Array; hash: string },
): 'same' | 'beginning' | 'other' {
  if (bytes.length === file.bytes.length) return hash('sha256', bytes) === file.hash ? 'same' : 'other'
  if (bytes.length > file.bytes.length) return 'other'
  return Buffer.compare(bytes, file.bytes.subarray(0, bytes.length)) === 0 ? 'beginning' : 'other'
}
