// Search over guides and reference: every word must be there; titles and paths count more than text.
import type { Schema } from '#contract/openapi/document.ts'
import type { Entry } from '../reference/operations.ts'
import { type Contents, toEventPath, toOperationPath } from './frame.ts'
import type { Guide } from './guides.ts'

const MAX_FOUND = 25
const MAX_WORDS = 8
const EXCERPT_LENGTH = 180
const weights = { title: 12, path: 8, text: 1 }
/** A word that is everywhere in a long text says no more about it than a few of them. */
const MAX_HITS = 5

export interface Document {
  href: string
  kind: string
  title: string
  path: string
  text: string
}

export interface Found {
  href: string
  kind: string
  title: string
  excerpt: { text: string; isHit: boolean }[]
}

export type Search = (query: string) => Found[]

export function createSearch(contents: Contents): Search {
  const documents = listDocuments(contents).map((document) => ({
    ...document,
    lower: {
      title: document.title.toLowerCase(),
      path: document.path.toLowerCase(),
      text: document.text.toLowerCase(),
    },
  }))
  return (query) => {
    const words = readWords(query)
    if (words.length === 0) return []
    return documents
      .map((document) => ({ document, score: scoreOf(document.lower, words) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, MAX_FOUND)
      .map(({ document: { href, kind, title, text } }) => ({
        href,
        kind,
        title,
        excerpt: makeExcerpt(text, words),
      }))
  }
}

function readWords(query: string): string[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}_.:{}/-]+/gu) ?? []
  return [...new Set(words)].slice(0, MAX_WORDS)
}

function scoreOf(parts: Record<keyof typeof weights, string>, words: string[]): number {
  const scores = words.map((word) =>
    Object.entries(weights).reduce(
      (sum, [part, weight]) => sum + weight * countHits(parts[part as keyof typeof weights], word),
      0,
    ),
  )
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}

/** The start of a word counts double: `key` finds keys rather than monkey. */
function countHits(text: string, word: string): number {
  let count = 0
  for (let at = text.indexOf(word); at >= 0 && count < MAX_HITS; at = text.indexOf(word, at + word.length))
    count += at === 0 || /[^\p{L}\p{N}]/u.test(text.charAt(at - 1)) ? 2 : 1
  return count
}

/** Around the first hit, cut at spaces. */
export function makeExcerpt(text: string, words: string[]): Found['excerpt'] {
  const lower = text.toLowerCase()
  const hits = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0)
  const first = hits.length > 0 ? Math.min(...hits) : 0
  const start = first < 60 ? 0 : text.lastIndexOf(' ', first - 50) + 1
  const end =
    start + EXCERPT_LENGTH < text.length ? text.lastIndexOf(' ', start + EXCERPT_LENGTH) : text.length
  const shown = text.slice(start, Math.max(end, start + 1))
  const pattern = new RegExp(`(${words.map(escape).join('|')})`, 'giu')
  const pieces = shown.split(pattern).map((piece, index) => ({ text: piece, isHit: index % 2 === 1 }))
  return [
    ...(start > 0 ? [{ text: '… ', isHit: false }] : []),
    ...pieces.filter((piece) => piece.text !== ''),
    ...(end < text.length ? [{ text: ' …', isHit: false }] : []),
  ]
}

const escape = (word: string) => word.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)

function listDocuments({ guides, operate, reference }: Contents): Document[] {
  return [
    ...guides.flatMap((guide) => listSections(guide, 'Guide')),
    ...operate.flatMap((page) => listSections(page, 'Operating')),
    ...reference.groups.flatMap(({ entries }) =>
      entries.map((entry) => describeEntry(entry, toOperationPath)),
    ),
    ...reference.events.map((event) => describeEntry(event, toEventPath)),
  ]
}

/** A guide by its sections, to lead to the right place. */
function listSections({ path: page, title, content }: Guide, kind: string): Document[] {
  const [opening = '', ...rest] = content.split(/(?=<h[2-4] id=")/)
  const sections = rest.map((markup) => {
    const [, id = '', words = ''] = /^<h[2-4] id="([^"]*)">(.*?)<\/h/s.exec(markup) ?? []
    const heading = toText(words)
    return {
      href: `${page}#${id}`,
      kind,
      title: `${title}: ${heading}`,
      path: '',
      text: toText(markup.slice(markup.indexOf('</h'))),
    }
  })
  return [{ href: page, kind, title, path: '', text: toText(opening) }, ...sections]
}

const entities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}

/** Code comes last: an excerpt is rather from the words. */
function toText(markup: string): string {
  const codes = markup.match(/<pre.*?<\/pre>/gs) ?? []
  return [markup.replaceAll(/<pre.*?<\/pre>/gs, ' '), ...codes]
    .join(' ')
    .replaceAll(/<\/?span[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function describeEntry({ id, method, path, operation }: Entry, toPath: (id: string) => string): Document {
  const parameters = (operation.parameters ?? []).map(
    ({ name, description = '' }) => `${name}: ${description}`,
  )
  const schemas = [operation.requestBody, ...Object.values(operation.responses)].flatMap((part) =>
    Object.values(part?.content ?? {}).map(({ schema }) => schema),
  )
  const names = new Set(schemas.flatMap(listNames))
  const isEvent = path === ''
  return {
    href: toPath(id),
    kind: isEvent ? 'Event' : `${method} ${path}`,
    title: operation.summary,
    path: `${id} ${method} ${path}`,
    text: [operation.description, ...parameters, ...names].join(' '),
  }
}

function listNames(schema: Schema): string[] {
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [name, ...listNames(field)]),
    ...(schema.items ? listNames(schema.items) : []),
    ...(schema.anyOf ?? []).flatMap(listNames),
  ]
}
