// Code with its strings, comments and keywords marked, and in samples with the place of the reader's key.
import { html } from '#server/platform/http/html.ts'
import { keyVariable, type Language, writeKey } from './samples.ts'

export type Marking = Language | 'json'

const keywords: Record<Marking, RegExp> = {
  curl: /^(?:curl|export)$/,
  typescript:
    /^(?:import|from|export|const|let|function|return|async|await|for|of|if|else|while|throw|try|catch|as|new|true|false|null)$/,
  python:
    /^(?:import|from|def|return|for|in|if|not|and|or|else|while|raise|try|except|with|as|print|open|True|False|None)$/,
  json: /^(?:true|false|null)$/,
}

const patterns: Record<Marking, RegExp> = {
  curl: /(?<comment>(?<=^|\s)#.*)|(?<string>"(?:\\.|[^"\\])*"|'[^']*')|(?<word>\b[a-z]+\b)/gm,
  typescript: /(?<comment>\/\/.*)|(?<string>'[^'\n]*'|`[^`]*`)|(?<word>\b[A-Za-z]+\b)/g,
  python: /(?<comment>#.*)|(?<string>[fb]?"(?:\\.|[^"\\\n])*"|'[^'\n]*')|(?<word>\b[A-Za-z]+\b)/g,
  json: /(?<member>"(?:\\.|[^"\\])*"(?=:))|(?<string>"(?:\\.|[^"\\])*")|(?<word>\b[a-z]+\b)|(?<number>-?\b\d[\d.e+-]*)/g,
}

/** The id of something of the reader's: the example is in its place. */
const ID = /\b([0-9a-f]{24})\b/

interface Token {
  kind: string | undefined
  text: string
}

export function markJson(value: unknown): unknown[] {
  return markText(JSON.stringify(value, null, 2), 'json')
}

export function markText(text: string, language: Marking): unknown[] {
  return readTokens(text, language).map((token) => mark(token))
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

function readTokens(text: string, language: Marking): Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const match of text.matchAll(patterns[language])) {
    tokens.push({ kind: undefined, text: text.slice(end, match.index) }, toToken(match, keywords[language]))
    end = match.index + match[0].length
  }
  return [...tokens, { kind: undefined, text: text.slice(end) }]
}

function toToken(match: RegExpMatchArray, keyword: RegExp): Token {
  const [text] = match
  const kind = Object.keys(match.groups ?? {}).find((name) => match.groups?.[name] !== undefined)
  if (kind !== 'word') return { kind, text }
  return { kind: keyword.test(text) ? 'keyword' : undefined, text }
}
