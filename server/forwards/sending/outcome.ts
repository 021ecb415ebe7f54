// The outcome of a try as it is kept and shown, whatever the service has answered: links that a browser may open, words cut.
import { MAX_WORDS_BYTES } from '#server/deliveries/send.ts'
import type { Outcome } from '../kinds/kind.ts'

declare const isKept: unique symbol
/** Only such outcomes are recorded and shown. */
export type KeptOutcome = Outcome & { readonly [isKept]: true }

const MAX_LINK_LENGTH = 2048

export function toKept({ result, foreignId, link, words, retryAfterMs }: Outcome): KeptOutcome {
  return {
    result,
    foreignId: toLine(foreignId),
    link: toLink(link),
    words: toLine(words),
    retryAfterMs,
  } as KeptOutcome
}

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
