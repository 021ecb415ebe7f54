// The pages of docs/guide and docs/operate and the changelog: Markdown to markup, with the headings for a table of contents.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { Marked, type Tokens } from 'marked'
import type { VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { html } from '#server/platform/http/html.ts'
import { type Marking, markText } from '../reference/code.ts'

const ROOT = join(import.meta.dirname, '../../..')
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
  /** The path of the page. */
  path: string
  markdown: string
  title: string
  headings: { id: string; text: string }[]
  /** Made from our own files alone, whose markup is trusted. */
  content: string
}

/** As one needs them. A guide that is not named comes behind these. */
const order = [
  QUICK_START,
  'tracker',
  'upload',
  'reading',
  'counting',
  'changing',
  'analysing',
  'syncing',
  'sharing',
  'photos',
  'destinations',
  'clubs',
  'rankings',
  'webhooks',
  'receivers',
  'keys',
  'oauth',
  'your-library',
  'rate-limits',
  'errors',
  'versions',
  'sdk',
  'command-line',
  'assistants',
  'instruments',
  'conformance',
  'small-devices',
  'dialects',
]

/** In the order of a reader who begins. */
export function readGuides(): Guide[] {
  return readFolder('docs/guide').toSorted(
    (a, b) => placeOf(a) - placeOf(b) || a.title.localeCompare(b.title),
  )
}

/** For those who run an installation, by title. */
export function readOperatorPages(): Guide[] {
  return readFolder('docs/operate').toSorted((a, b) => a.title.localeCompare(b.title))
}

export function readChangelog(): Guide {
  return readPage('CHANGELOG.md')
}

function readFolder(folder: string): Guide[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => readPage(`${folder}/${file}`))
}

function readPage(file: string): Guide {
  const name = posix.basename(file.replace(/(?:\/README)?\.md$/, ''))
  return readGuide(name, readFileSync(join(ROOT, file), 'utf8'), file)
}

const placeOf = ({ name }: Guide) => (order.includes(name) ? order.indexOf(name) : order.length)

const WRITTEN_ADDRESS = 'http://localhost:8080'

/** On the reader's own machine, commands go to the port that is in use there; elsewhere the guide is about another server. */
export function addressGuide(content: string, baseUrl: string): string {
  const isHere = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(baseUrl)
  return isHere ? content.replaceAll(WRITTEN_ADDRESS, baseUrl) : content
}

export function readGuide(name: string, markdown: string, file = `docs/guide/${name}.md`): Guide {
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
        const words = this.parser.parseInline(token.tokens)
        const href = toHref(token.href, file)
        return href === undefined ? words : `<a href="${href}">${words}</a>`
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
  return { name, path: toPath(file) ?? '', markdown, title, headings, content }
}

const wrap = (tag: string, content: string) => `<${tag}>${content}</${tag}>`

/** As GitHub makes them, which links between the guides are written for. */
function toAnchor(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(/\s/g, '-')
}

/** A link from file to file leads from page to page; of a file that is no page here, only the words are left. */
function toHref(href: string, file: string): string | undefined {
  if (/^(?:[a-z]+:|\/|#)/.test(href)) return href
  const [target = '', anchor] = href.split('#')
  const path = toPath(posix.join(posix.dirname(file), target))
  return path === undefined || anchor === undefined ? path : `${path}#${anchor}`
}

function toPath(file: string): string | undefined {
  if (file === 'CHANGELOG.md') return '/docs/changelog'
  const [, section, name] =
    /^docs\/(guide|operate)\/(?:[a-z-]+\/)?([a-z-]+)(?:\/README)?\.md$/.exec(file) ?? []
  return section === undefined ? undefined : `/docs/${section}/${name}`
}
