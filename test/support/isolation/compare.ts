// Whether two answers are one answer: byte by byte, but for what is drawn at random. A random word of one world stands for
// one of the other from its first sight on, and for no other.
import { hash } from 'node:crypto'
import { readZip } from '../archives/zip.ts'

export interface Answer {
  status: number
  headers: [name: string, value: string][]
  body: string
}

/** Of the connection and the moment. */
const VOLATILE = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'])

export async function readAnswer(response: Response, { port }: URL): Promise<Answer> {
  const bytes = Buffer.from(await response.arrayBuffer())
  const plain = (text: string) =>
    text.replaceAll(new RegExp(`(localhost|127\\.0\\.0\\.1)(:|%3A)${port}`, 'g'), '$1$2PORT')
  const type = response.headers.get('content-type') ?? ''
  return {
    status: response.status,
    headers: [...response.headers]
      .filter(([name]) => !VOLATILE.has(name))
      .map(([name, value]) => [name, plain(value)]),
    body: withoutTimes(plain(readBody(bytes, type))),
  }
}

function readBody(bytes: Buffer, type: string): string {
  if (type.startsWith('image/')) return hash('sha256', bytes)
  if (!type.includes('zip')) return bytes.toString('utf8')
  return [...readZip(bytes)].map(([name, content]) => `${name}\n${content.toString('utf8')}`).join('\n')
}

/** Ids, tokens, nonces, codes, and pictures of codes. Anything else that differs is a difference. */
const RANDOM = [
  /data:image\/svg\+xml;base64,[\w+/=]+/,
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/,
  /whsec_[\w+/=]+/,
  /(?:[\w-]|%[\dA-F]{2}){20,}/,
  // First, as two groups of digits alone would be taken for the next kind.
  /(?:[\da-z]{4}-){3}[\da-z]{4}\b/,
  /(?:[\dA-Z]{4}-){1,3}[\dA-Z]{4}\b/,
  /(?<=cst_key_…)\w{4}\b/,
  /\bd-[\dA-Z]{4}\b/,
  /(?<="code":")[\dA-Z]{6}\b/,
  // Where a zone hides flights: drawn for each pilot.
  /(?<="disc":)\{[^}]*\}/,
  // Instruments number flights and pilots by their ids.
  /(?<=response=|under ID |"(?:id|pilot)":|[Pp]ilot[ -])\d{5,9}\b/,
]
const random = new RegExp(RANDOM.map(({ source }) => `(?:${source})`).join('|'), 'g')
/** Numbers, and what is escaped. A code may be one by chance. */
const isOfAnyLength = (word: string) => /^\d{5,}$|%|^data:|^\{/.test(word)
const isAlike = (one: string, other: string) =>
  one.length === other.length || (isOfAnyLength(one) && isOfAnyLength(other))

/** How long a score took, and the last use of a credential, which is written some time after it, are of the moment. */
const withoutTimes = (text: string) =>
  text.replaceAll(/((?:elapsedMs|lastUsedAt|lastAt)\\?": ?)(?:[\d.]+|\\?"\d[^"\\]*\\?")/g, '$1TIME')

export interface Renaming {
  /** The first place where the second answer differs, with some text around it. */
  findDifference(one: Answer, other: Answer): string | undefined
}

/** `strange`: words of the second world that stand for nothing in the first. */
export function createRenaming(strange: ReadonlySet<string>): Renaming {
  const [there, back] = [new Map<string, string>(), new Map<string, string>()]
  const isSame = (one: string, other: string) => {
    if (one === other) return !there.has(one) || there.get(one) === other
    if (strange.has(other) || !isAlike(one, other)) return false
    if ((there.get(one) ?? other) !== other || (back.get(other) ?? one) !== one) return false
    there.set(one, other)
    back.set(other, one)
    return true
  }
  const differ = (one: string, other: string): string | undefined => {
    if (one === other) return undefined
    const [words, others] = [[...one.matchAll(random)], [...other.matchAll(random)]]
    let [from, fromOther] = [0, 0]
    for (let at = 0; at <= Math.max(words.length, others.length); at++) {
      const [word, another] = [words[at], others[at]]
      const before = one.slice(from, word?.index)
      const beforeOther = other.slice(fromOther, another?.index)
      if (before !== beforeOther) return show(before, beforeOther)
      if (!word || !another) continue
      if (!isSame(word[0], another[0]))
        return show(before.slice(-40) + word[0], before.slice(-40) + another[0])
      from = word.index + word[0].length
      fromOther = another.index + another[0].length
    }
    return undefined
  }
  return {
    findDifference: (one, other) => {
      if (one.status !== other.status)
        return `${one.status} ${one.body.slice(0, 300)} | ${other.status} ${other.body.slice(0, 300)}`
      return differ(write(one.headers), write(other.headers)) ?? differ(one.body, other.body)
    },
  }
}

const write = (headers: Answer['headers']) => headers.map(([name, value]) => `${name}: ${value}`).join('\n')

/** Where they part, and a little of what is around it. */
function show(one: string, other: string): string {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const part = (text: string) => text.slice(Math.max(0, at - 120), at + 120)
  return `${part(one)} | ${part(other)}`
}
