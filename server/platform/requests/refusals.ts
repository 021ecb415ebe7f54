// Why something did not work: the API says it in English, a page in the language of its reader.
import { type ServerTexts, textsIn } from '#language/server.ts'

const english = textsIn('en')

/** For those who throw: only a sentence from here is translated. */
export const { refusals } = english

type Name = keyof typeof refusals
const names = new Map((Object.keys(refusals) as Name[]).map((name) => [refusals[name], name]))

const RETRY_SECONDS = 60

interface Refusal {
  status: number
  message: string
  headers: Readonly<Record<string, string>>
}

/** A refusal without a translation stays in English. */
export function sayRefusal(texts: ServerTexts, { status, message, headers }: Refusal): string {
  const name = names.get(message)
  if (name !== undefined) return texts.refusals[name]
  if (status === 404) return texts.failures.nothingHere
  if (texts === english) return message
  if (status === 429) return texts.failures.tryAgainIn(Number(headers['retry-after'] ?? RETRY_SECONDS))
  return message
}
