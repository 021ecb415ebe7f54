// The outcome of a try as it is kept and shown, whatever the service has answered: links that a browser may open, words cut.
import { MAX_WORDS_BYTES } from '#server/deliveries/send.ts'
import type { Outcome } from '../kinds/kind.ts'

declare const isKept: unique symbol
/** Only such outcomes are recorded and shown. */
export type KeptOutcome = Outcome & { readonly [isKept]: true }

const MAX_LINK_LENGTH = 2048

/** PostgreSQL's text cannot hold NUL. */
export function toKept({ words, link, ...outcome }: Outcome): KeptOutcome {
  const kept = words && Buffer.from(words.replaceAll('\0', '\u{fffd}')).subarray(0, MAX_WORDS_BYTES)
  return {
    ...outcome,
    link: toLink(link),
    words: kept ? kept.toString().trim() : undefined,
  } as KeptOutcome
}

/** For the pilot to follow: to a page of the web, without a name and a password in it. */
function toLink(link: string | undefined): string | undefined {
  const url = URL.parse(link ?? '')
  const isPage = url && /^https?:$/.test(url.protocol) && !url.username && !url.password
  return isPage && url.href.length <= MAX_LINK_LENGTH ? url.href : undefined
}
