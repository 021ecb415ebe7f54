// Code with its strings, comments and keywords marked, and with the place of the reader's key.
import { html } from '#server/platform/http/html.ts'
import { keyVariable, type Language, writeKey } from './samples.ts'

const KEYWORD =
  /^(?:curl|import|from|const|await|for|of|in|with|as|print|open|new|true|false|null|True|False|None)$/

const patterns: Record<Language | 'json', RegExp> = {
  curl: /(?<string>"[^"]*"|'[^']*')|(?<word>\b[a-z]+\b)/g,
  typescript: /(?<comment>\/\/.*)|(?<string>'[^'\n]*'|`[^`]*`)|(?<word>\b[A-Za-z]+\b)/g,
  python: /(?<comment>#.*)|(?<string>f?"(?:\\.|[^"\\\n])*")|(?<word>\b[A-Za-z]+\b)/g,
  json: /(?<member>"(?:\\.|[^"\\])*"(?=:))|(?<string>"(?:\\.|[^"\\])*")|(?<word>\b[a-z]+\b)|(?<number>-?\b\d[\d.e+-]*)/g,
}

/** The id of something of the reader's: the example stands in its place. */
const ID = /\b([0-9a-f]{24})\b/

interface Token {
  kind: string | undefined
  text: string
}

export function markJson(value: unknown): unknown[] {
  return readTokens(JSON.stringify(value, null, 2), 'json').map((token) => mark(token))
}

/** With a key, its place has the key itself. A script finds the place by its attribute. */
export function markSample(text: string, language: Language, key?: string): unknown[] {
  const variable = keyVariable(language)
  const place = html`<span class="key" data-key-place=${language} data-variable=${variable}
    >${key === undefined ? variable : writeKey(language, key)}</span
  >`
  const withPlace = (words: string) =>
    words.split(variable).flatMap((part, index) => [index > 0 ? place : '', ...markIds(part)])
  // In a shell the place is inside of a string, elsewhere it has one inside.
  if (language === 'curl')
    return readTokens(text, language).map((token) => mark(token, withPlace(token.text)))
  return text
    .split(variable)
    .flatMap((part, index) => [
      index > 0 ? place : '',
      ...readTokens(part, language).map((token) => mark(token, markIds(token.text))),
    ])
}

function markIds(text: string): unknown[] {
  return text
    .split(ID)
    .map((part, index) => (index % 2 === 1 ? html`<span class="key">${part}</span>` : part))
}

function mark({ kind, text }: Token, content: unknown = text): unknown {
  return kind === undefined ? content : html`<span class=${kind}>${content}</span>`
}

function readTokens(text: string, language: Language | 'json'): Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const match of text.matchAll(patterns[language])) {
    tokens.push({ kind: undefined, text: text.slice(end, match.index) }, toToken(match))
    end = match.index + match[0].length
  }
  return [...tokens, { kind: undefined, text: text.slice(end) }]
}

function toToken(match: RegExpMatchArray): Token {
  const [text] = match
  const kind = Object.keys(match.groups ?? {}).find((name) => match.groups?.[name] !== undefined)
  if (kind !== 'word') return { kind, text }
  return { kind: KEYWORD.test(text) ? 'keyword' : undefined, text }
}
