// The guides of docs/guide: Markdown to markup, with the headings for a table of contents.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Marked, type Tokens } from 'marked'
import type { VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { html } from '#server/platform/http/html.ts'
import { type Marking, markText } from '../reference/code.ts'

const FOLDER = join(import.meta.dirname, '../../../docs/guide')
/** The one to read first. */
export const QUICK_START = 'quick-start'

/** As a block names its language -> what it is marked as. */
const languages: Record<string, Marking> = {
  sh: 'curl',
  bash: 'curl',
  js: 'typescript',
  ts: 'typescript',
  python: 'python',
  json: 'json',
}

export interface Guide {
  name: string
  title: string
  headings: { id: string; text: string }[]
  /** Made from our own files alone, whose markup is trusted. */
  content: string
}

/** As one needs them. A guide that is not named comes behind these. */
const order = [
  QUICK_START,
  'upload',
  'reading',
  'syncing',
  'sharing',
  'webhooks',
  'keys',
  'oauth',
  'your-library',
  'rate-limits',
  'sdk',
  'command-line',
  'assistants',
  'instruments',
  'dialects',
]

/** In the order of a reader who begins. */
export function readGuides(): Guide[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.md'))
    .map((file) => readGuide(file.replace(/\.md$/, ''), readFileSync(join(FOLDER, file), 'utf8')))
    .toSorted((a, b) => placeOf(a) - placeOf(b) || a.title.localeCompare(b.title))
}

const placeOf = ({ name }: Guide) => (order.includes(name) ? order.indexOf(name) : order.length)

const WRITTEN_ADDRESS = 'http://localhost:8080'

/** On the reader's own machine, commands go to the port that is in use there; elsewhere the guide is about another server. */
export function addressGuide(content: string, baseUrl: string): string {
  const isHere = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(baseUrl)
  return isHere ? content.replaceAll(WRITTEN_ADDRESS, baseUrl) : content
}

export function readGuide(name: string, markdown: string): Guide {
  const headings: Guide['headings'] = []
  let title = name
  const marked = new Marked({
    renderer: {
      heading(token: Tokens.Heading) {
        const words = this.parser.parseInline(token.tokens)
        if (token.depth === 1) {
          title = token.text
          return ''
        }
        const id = toAnchor(token.text)
        if (token.depth === 2) headings.push({ id, text: token.text.replaceAll('`', '') })
        return `<h${token.depth} id="${id}">${words}</h${token.depth}>\n`
      },
      code({ text, lang = '' }: Tokens.Code) {
        const [name = ''] = lang.split(' ')
        const language = languages[name]
        const content = language ? markText(text, language) : text
        const code = html`<code class=${name === '' ? undefined : `language-${name}`}>${content}</code>`
        // It scrolls by itself, also by keyboard.
        return render(html`<pre class="code" tabindex="0">${code}</pre>` as VNode)
      },
      link(token: Tokens.Link) {
        return `<a href="${toHref(token.href)}">${this.parser.parseInline(token.tokens)}</a>`
      },
      table(token: Tokens.Table) {
        const row = (cells: Tokens.TableCell[], tag: string) =>
          // An empty heading says nothing to anybody: it is only a place.
          cells
            .map(({ tokens, text }) => wrap(text === '' ? 'td' : tag, this.parser.parseInline(tokens)))
            .join('')
        const head = token.header.some(({ text }) => text !== '') ? wrap('tr', row(token.header, 'th')) : ''
        const body = token.rows.map((cells) => wrap('tr', row(cells, 'td'))).join('\n')
        const table = wrap('table', wrap('thead', head) + wrap('tbody', body))
        // Wider than a phone: it scrolls by itself, also by keyboard.
        return `<div class="table" tabindex="0" role="group" aria-label="Table">${table}</div>\n`
      },
    },
  })
  const content = marked.parse(markdown, { async: false })
  return { name, title, headings, content }
}

const wrap = (tag: string, content: string) => `<${tag}>${content}</${tag}>`

/** As GitHub makes them, which links between the guides are written for. */
function toAnchor(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(/\s/g, '-')
}

/** A link from guide to guide, as the files have it, leads from page to page. */
function toHref(href: string): string {
  return href.replace(/^([a-z-]+)\.md(?=#|$)/, '/docs/guide/$1')
}
