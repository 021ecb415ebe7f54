// The guides of docs/guide as pages at /docs/guide/NAME, each with its table of contents: no script, no other host.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Marked, type Tokens } from 'marked'
import { notFound } from '#server/platform/errors.ts'
import { html, sendPage } from '#server/platform/http/html.ts'
import type { App } from '#server/platform/http/http.ts'

const FOLDER = join(import.meta.dirname, '../../docs/guide')

export interface Guide {
  name: string
  title: string
  headings: { id: string; text: string }[]
  /** Made from our own files alone, whose markup is trusted. */
  content: string
}

export function addGuidePages(app: App): void {
  const guides = new Map<string, Guide>()
  const schema = { hide: true } as const
  app.get<{ Params: { name: string } }>('/docs/guide/:name', { schema }, async (request, reply) => {
    if (guides.size === 0) for (const guide of readGuides()) guides.set(guide.name, guide)
    const guide = guides.get(request.params.name)
    if (!guide) throw notFound('There is no such guide; /docs lists them.')
    return sendPage(reply, { title: guide.title, width: 'wide', body: showGuide(guide) })
  })
}

function showGuide({ title, headings, content }: Guide) {
  return html`<p><a href="/docs">Documentation</a></p>
    <h1>${title}</h1>
    ${headings.length > 0 && listHeadings(headings)}
    <article dangerouslySetInnerHTML=${{ __html: content }}></article>`
}

function listHeadings(headings: Guide['headings']) {
  return html`<nav class="card" aria-label="On this page">
    <ul>
      ${headings.map(({ id, text }) => html`<li><a href=${`#${id}`}>${text}</a></li>`)}
    </ul>
  </nav>`
}

/** By title. */
export function readGuides(): Guide[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.md'))
    .map((file) => readGuide(file.replace(/\.md$/, ''), readFileSync(join(FOLDER, file), 'utf8')))
    .toSorted((a, b) => a.title.localeCompare(b.title))
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
      link(token: Tokens.Link) {
        return `<a href="${toHref(token.href)}">${this.parser.parseInline(token.tokens)}</a>`
      },
    },
  })
  const content = marked.parse(markdown, { async: false })
  return { name, title, headings, content }
}

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
