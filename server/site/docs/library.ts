// The sources of the documentation, and the pages made of them. A page is kept for all readers; parts for one of
// them alone are put in afterwards, and a page with a key in it is not kept.
import type { VNode } from 'preact'
import { render } from 'preact-render-to-string'
import type { Description } from '#contract/openapi/document.ts'
import { html } from '#server/platform/http/html.ts'
import { showEvent } from '../reference/event-view.ts'
import { READER_MARK, showOperation } from '../reference/operation-view.ts'
import { type Entry, findCredential, listKeyScopes, readReference } from '../reference/operations.ts'
import { type Contents, REFERENCE_PATH, showFrame, toEventPath, toOperationPath } from './frame.ts'
import { addressGuide, type Guide, readChangelog, readGuides, readOperatorPages } from './guides.ts'
import { type DocsServices, type Reader, showReader } from './key.ts'
import { linkOperations } from './links.ts'
import { createSearch, type Search } from './search.ts'
import { showFound, showGuide, showOverview, showReference } from './views.ts'

export type Section = 'guide' | 'operate'

/** A page, but for its frame. */
export interface Sheet {
  title: string
  description?: string
  text: string
}

export interface OperationSheet {
  path: string
  /** Other credentials are not the reader's to make. */
  isForKeys: boolean
  show(reader: Pick<Reader, 'session' | 'key'>): Sheet
}

export interface Library {
  showOverview(): Sheet
  showReference(): Sheet
  /** A page of docs/guide or docs/operate. */
  findGuide(section: Section, name: string): Sheet | undefined
  /** The same as it is written. */
  findMarkdown(section: Section, name: string): string | undefined
  showChangelog(): Sheet
  findEvent(name: string): Sheet | undefined
  findOperation(name: string): OperationSheet | undefined
  search(query: string): Sheet
}

/** Gives the page at a path, made once. Only for paths that there are: strangers must not fill the memory. */
type Keep = (path: string, make: () => unknown) => string

export function openLibrary(description: Description, services: DocsServices): Library {
  const contents: Contents = {
    guides: readGuides(),
    operate: readOperatorPages(),
    reference: readReference(description),
  }
  const { guides, operate, reference } = contents
  const find = (section: Section, name: string) =>
    ({ guide: guides, operate })[section].find((one) => one.name === name)
  const kept = new Map<string, string>()
  const keep: Keep = (path, make) => {
    const text = kept.get(path) ?? toText(showFrame(contents, path, make()))
    kept.set(path, text)
    return text
  }
  const show = (guide: Guide): Sheet => {
    const content = () => linkOperations(addressGuide(guide.content, services.config.baseUrl), reference)
    return { title: guide.title, text: keep(guide.path, () => showGuide({ ...guide, content: content() })) }
  }
  let search: Search | undefined
  return {
    showOverview: () => ({
      title: 'API documentation',
      description: reference.about,
      text: keep('/docs', () => showOverview(contents, services.config.baseUrl)),
    }),
    showReference: () => ({ title: 'Reference', text: keep(REFERENCE_PATH, () => showReference(contents)) }),
    findGuide: (section, name) => {
      const guide = find(section, name)
      return guide && show(guide)
    },
    findMarkdown: (section, name) => find(section, name)?.markdown,
    showChangelog: () => show(readChangelog()),
    findEvent: (name) => {
      const event = reference.findEvent(name)
      if (!event) return undefined
      const text = keep(toEventPath(name), () => showEvent(event))
      return { title: `${event.operation.summary} (${name})`, text }
    },
    findOperation: (name) => {
      const entry = reference.findOperation(name)
      return entry && describeOperation(services, contents, keep, entry)
    },
    search: (query) => {
      search ??= createSearch(contents)
      const found = showFound(query, search(query))
      return { title: 'Search', text: toText(showFrame(contents, '/docs/search', found, query)) }
    },
  }
}

function describeOperation(
  services: DocsServices,
  contents: Contents,
  keep: Keep,
  entry: Entry,
): OperationSheet {
  const { baseUrl } = services.config
  const path = toOperationPath(entry.id)
  const isForKeys = findCredential(entry) === 'key'
  const { summary: title, description } = entry.operation
  const show: OperationSheet['show'] = ({ session, key }) => {
    const make = () => showOperation(entry, { baseUrl, key })
    const text = key === undefined ? keep(path, make) : toText(showFrame(contents, path, make()))
    const reader = { session, key, here: path, needed: listKeyScopes(entry) }
    const own = toText(html`<div>${isForKeys && showReader(services, reader)}</div>`)
    return { title, description, text: text.replace(READER_MARK, () => own) }
  }
  return { path, isForKeys, show }
}

const toText = (view: unknown): string => render(view as VNode)
