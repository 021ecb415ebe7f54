// Sentences for the entries of the security log.
import type { SecurityEvent } from '#dashboard/security.ts'
import { format, texts } from '../language/texts.ts'

export function describeEvent({ kind, actor, subject, times }: SecurityEvent): string {
  const { security } = texts
  const by = {
    user: undefined,
    operator: security.byOperator,
    application: security.byApplication,
    service: security.byService,
  }
  const who = by[actor]
  const sentence = security.log[kind](sayings[kind]?.(subject ?? '') ?? subject ?? '')
  return `${sentence}${who ? `, ${who}` : ''}${times > 1 ? ` (${security.times(times)})` : ''}`
}

/** Kinds whose subject has words of the service in it; those of all others are names that people chose. */
const sayings: Partial<Record<SecurityEvent['kind'], (subject: string) => string>> = {
  signed_in: (subject) => subject.split(' and ').map(sayFirst).join(` ${texts.security.and} `),
  second_factor_added: sayFirst,
  second_factor_removed: sayFirst,
  second_factor_suspended: sayFirst,
  sharing_widened: sayFirst,
  sharing_undone: sayFirst,
  access_reviewed: sayReviewed,
}

/** `passkey My phone`, `flightsShared 3`: what the service calls it, then what a person did. */
function sayFirst(subject: string): string {
  const [word, said] =
    Object.entries(texts.security.subjects).find(
      ([known]) => subject === known || subject.startsWith(`${known} `),
    ) ?? []
  if (word === undefined) return subject
  const rest = subject.slice(word.length + 1)
  return rest === '' ? said! : format.with(said!, rest)
}

function sayReviewed(subject: string): string {
  const [, ended, kept] = /^ended (\d+), kept (\d+)$/.exec(subject) ?? []
  return ended === undefined ? subject : texts.security.reviewed(Number(ended), Number(kept))
}
