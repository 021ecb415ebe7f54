// The documentation at /docs: overview, guides, one page for each operation and event, search.
import { notFound } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import { showEvent } from '../reference/event-view.ts'
import { showFrame, toEventPath } from './frame.ts'
import type { DocsServices } from './key.ts'
import { linkOperations } from './links.ts'
import { addOperationPages } from './operation-pages.ts'
import { createSearch } from './search.ts'
import { createShelf, once, sendDocs, type Shelf, toText } from './shelf.ts'
import { showFound, showGuide, showOverview } from './views.ts'

const MAX_QUERY_LENGTH = 100
const hidden = { schema: { hide: true } } as const

interface Named {
  Params: { name: string }
}

export function addDocsPages(app: App, services: DocsServices): void {
  const shelf = createShelf(app)
  addOverview(app, services, shelf)
  addGuides(app, shelf)
  addEvents(app, shelf)
  addSearch(app, shelf)
  addOperationPages(app, services, shelf)
}

function addOverview(app: App, { config }: DocsServices, { read, keep }: Shelf): void {
  app.get('/docs', hidden, async (_request, reply) => {
    const text = keep('/docs', () => showOverview(read(), config.baseUrl))
    return sendDocs(reply, { title: 'API documentation', description: read().reference.about }, text)
  })
}

function addGuides(app: App, { read, keep }: Shelf): void {
  app.get<Named>('/docs/guide/:name', hidden, async ({ params }, reply) => {
    const { guides, reference } = read()
    const guide = guides.find(({ name }) => name === params.name)
    if (!guide) throw notFound('There is no such guide; /docs lists them.')
    const text = keep(`/docs/guide/${guide.name}`, () =>
      showGuide({ ...guide, content: linkOperations(guide.content, reference) }),
    )
    return sendDocs(reply, { title: guide.title }, text)
  })
}

function addEvents(app: App, { read, keep }: Shelf): void {
  app.get<Named>('/docs/reference/events/:name', hidden, async ({ params }, reply) => {
    const event = read().reference.findEvent(params.name)
    if (!event) throw notFound('There is no such event; /docs lists them.')
    const text = keep(toEventPath(event.id), () => showEvent(event))
    return sendDocs(reply, { title: `${event.operation.summary} (${event.id})` }, text)
  })
}

function addSearch(app: App, { read }: Shelf): void {
  const search = once(() => createSearch(read()))
  app.get('/docs/search', hidden, async (request, reply) => {
    const { q = '' } = request.query as { q?: string | string[] }
    const query = String(q).trim().slice(0, MAX_QUERY_LENGTH)
    const found = showFound(query, search()(query))
    return sendDocs(reply, { title: 'Search' }, toText(showFrame(read(), '/docs/search', found, query)))
  })
}
