// The frame of every page of the documentation: the navigation and the search.
import { html } from '#server/platform/http/html.ts'
import type { Group, Reference } from '../reference/operations.ts'
import type { Guide } from './guides.ts'

export interface Contents {
  guides: Guide[]
  /** For operators. */
  operate: Guide[]
  reference: Reference
}

export const REFERENCE_PATH = '/docs/reference'

/** `here` is the path of the page. */
export function showFrame(contents: Contents, here: string, content: unknown, query = ''): unknown {
  return html`<div class="docs">
    <input type="checkbox" id="docs-menu" class="docs-toggle" autocomplete="off" />
    <div class="docs-bar">
      <label for="docs-menu">Contents</label>
      <form role="search" action="/docs/search">
        <input
          type="search"
          name="q"
          value=${query}
          maxlength="100"
          placeholder="Search"
          aria-label="Search the documentation"
          autocomplete="off"
          spellcheck="false"
        />
        <button>Search</button>
      </form>
    </div>
    <nav class="docs-nav" aria-label="Documentation">${showNavigation(contents, here)}</nav>
    <div class="docs-content">${content}</div>
  </div>`
}

function showNavigation({ guides, operate, reference }: Contents, here: string): unknown {
  const link = (href: string, text: string) =>
    html`<li><a href=${href} aria-current=${href === here ? 'page' : undefined}>${text}</a></li>`
  return html`<ul>
      ${link('/docs', 'Overview')}
    </ul>
    <h2>Guides</h2>
    <ul>
      ${guides.map(({ path, title }) => link(path, title))} ${link(CHANGELOG_PATH, 'Changelog')}
    </ul>
    <details open=${operate.some(({ path }) => path === here)}>
      <summary>Operating</summary>
      <ul>
        ${operate.map(({ path, title }) => link(path, title))}
      </ul>
    </details>
    <h2>Reference</h2>
    <ul>
      ${link(REFERENCE_PATH, 'All operations')}
    </ul>
    ${reference.groups.map((group) => {
      const links = [
        ...group.entries.map(
          ({ id, operation }) => [toOperationPath(id), shorten(operation.summary)] as const,
        ),
        ...listEventLinks(reference, group),
      ]
      return html`<details open=${links.some(([href]) => href === here)}>
        <summary>${group.name}</summary>
        <ul>
          ${links.map(([href, text]) => link(href, text))}
        </ul>
      </details>`
    })}`
}

function listEventLinks({ events }: Reference, { name }: Group): (readonly [string, string])[] {
  return events.filter(({ tag }) => tag === name).map(({ id }) => [toEventPath(id), id] as const)
}

/** Next to its neighbours, the first words of a summary are enough. */
function shorten(summary: string): string {
  const [first = ''] = summary.split(/[,:(]| of the user for | of the authenticated /)
  return first.includes(' ') ? first.trim() : summary
}

export const CHANGELOG_PATH = '/docs/changelog'
export const toOperationPath = (id: string) => `/docs/reference/${id}`
export const toEventPath = (name: string) => `/docs/reference/events/${name}`
