// The outcome of a try as it is kept and shown, whatever the service has answered: links that a browser may open, words cut, and
// nothing with the credential in it.
import { MAX_WORDS_BYTES } from '#server/deliveries/send.ts'
import { MAX_WORDS } from '../kinds/answers.ts'
import type { Outcome, Place } from '../kinds/kind.ts'

declare const isKept: unique symbol
/** Only such outcomes are recorded and shown. */
export type KeptOutcome = Outcome & { readonly [isKept]: true }

const MAX_LINK_LENGTH = 2048

export function toKept(
  { result, foreignId, link, words, retryAfterMs }: Outcome,
  place?: Pick<Place, 'credential' | 'settings'>,
): KeptOutcome {
  const secrets = place ? listSecrets(place) : []
  const isShown = (text: unknown) =>
    !holds(typeof text === 'string' ? text : (JSON.stringify(text) ?? ''), secrets)
  return {
    result,
    foreignId: isShown(foreignId) ? toLine(foreignId) : undefined,
    link: isShown(link) ? toLink(link) : undefined,
    words: isShown(words) ? toLine(words) : 'The answer has the credential in it and is not kept.',
    retryAfterMs,
  } as KeptOutcome
}

/** As they were entered, and as requests have them. */
function listSecrets({ credential, settings }: Pick<Place, 'credential' | 'settings'>): string[] {
  const { user } = settings as { user?: unknown }
  return Object.values(credential as object).flatMap((value) => {
    if (typeof value !== 'string' || value === '') return []
    const encoded = [value, `${String(user)}:${value}`].map((text) => Buffer.from(text).toString('base64'))
    return [value, ...encoded].map(squeeze)
  })
}

/** Also the beginning of one, where the words were cut. */
const MIN_BEGINNING = 4

/** Words lose line breaks and markup on their way, and letters that were not in UTF-8. */
function squeeze(text: string): string {
  const plain = text.replaceAll(/[\s\p{C}\ufffd]+/gu, '').toLowerCase()
  const ascii = plain.replaceAll(/[^!-~]+/g, '')
  return ascii.length >= MIN_BEGINNING ? ascii : plain
}

function holds(text: string, secrets: readonly string[]): boolean {
  const isCut = text.length >= MAX_WORDS
  const readings = [text, readEscapes(text), readForm(text)].map(squeeze)
  return secrets.some((secret) => {
    if (readings.some((reading) => reading.includes(secret))) return true
    for (let length = secret.length - 1; isCut && length >= MIN_BEGINNING; length--)
      if (readings.some((reading) => reading.endsWith(secret.slice(0, length)))) return true
    return false
  })
}

/** As JSON and most programs write what is in quotes. */
const readEscapes = (text: string) =>
  text.replaceAll(/\\(?:u([0-9a-f]{4})|(.))/gi, (_, code: string | undefined, character: string) =>
    code === undefined ? character : String.fromCharCode(Number.parseInt(code, 16)),
  )

const readForm = (text: string) =>
  text
    .replaceAll('+', ' ')
    .replaceAll(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString())

/** One line, cut between two characters, without any that control how the others are shown. */
function toLine(text: string | undefined): string | undefined {
  if (typeof text !== 'string') return undefined
  const line = text.slice(0, 4 * MAX_WORDS_BYTES).replaceAll(/\p{Cf}/gu, '')
  const plain = line.toWellFormed().replaceAll(/[\s\p{Cc}\ufffd]+/gu, ' ')
  const kept = Buffer.from(plain).subarray(0, MAX_WORDS_BYTES).toString()
  return kept.replace(/\ufffd$/, '').trim() || undefined
}

/** For the pilot to follow: to a page of the web, without a name and a password in it. */
function toLink(link: string | undefined): string | undefined {
  const url = URL.parse(String(link))
  const isPage = url && /^https?:$/.test(url.protocol) && !url.username && !url.password
  return isPage && url.href.length <= MAX_LINK_LENGTH ? url.href : undefined
}
