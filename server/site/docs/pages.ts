// The documentation at /docs: overview, guides, one page for each operation and event, search. Pages are made when they
// are first asked for, and kept; what is for one reader alone is put in afterwards.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { isProofRecent, requireSignIn } from '#server/access/session.ts'
import { notFound } from '#server/platform/errors.ts'
import { html, type Page, sendPage } from '#server/platform/http/html.ts'
import type { App } from '#server/platform/http/http.ts'
import { showEvent } from '../reference/event-view.ts'
import { READER_MARK, showOperation } from '../reference/operation-view.ts'
import { type Entry, findCredential, listKeyScopes, readReference } from '../reference/operations.ts'
import { type Contents, showFrame, toEventPath, toOperationPath } from './frame.ts'
import { type Guide, readGuides } from './guides.ts'
import { type DocsServices, makeKey, type Reader, showReader } from './key.ts'
import { linkOperations } from './links.ts'
import { createSearch } from './search.ts'
import { showFound, showGuide, showOverview } from './views.ts'

const MAX_QUERY_LENGTH = 100

interface Named {
  Params: { name: string }
}

export function addDocsPages(app: App, services: DocsServices): void {
  const { baseUrl } = services.config
  const hidden = { schema: { hide: true } } as const
  const read = once((): Contents => ({
    guides: readGuides(),
    reference: readReference(app.swagger() as never),
  }))
  const search = once(() => createSearch(read()))
  const withLinks = (guide: Guide): Guide => ({
    ...guide,
    content: linkOperations(guide.content, read().reference),
  })
  const kept = new Map<string, string>()

  /** Kept only under a path that there is: strangers cannot fill the memory. */
  const keep = (path: string, make: () => unknown): string => {
    const text = kept.get(path) ?? toText(showFrame(read(), path, make()))
    kept.set(path, text)
    return text
  }

  app.get('/docs', hidden, async (_request, reply) =>
    send(
      reply,
      { title: 'API documentation' },
      keep('/docs', () => showOverview(read(), baseUrl)),
    ),
  )

  app.get('/docs/search', hidden, async (request, reply) => {
    const { q = '' } = request.query as { q?: string | string[] }
    const query = String(q).trim().slice(0, MAX_QUERY_LENGTH)
    const content = showFound(query, search()(query))
    return send(reply, { title: 'Search' }, toText(showFrame(read(), '/docs/search', content, query)))
  })

  app.get<Named>('/docs/guide/:name', hidden, async ({ params }, reply) => {
    const guide = read().guides.find(({ name }) => name === params.name)
    if (!guide) throw notFound('There is no such guide; /docs lists them.')
    const text = keep(`/docs/guide/${guide.name}`, () => showGuide(withLinks(guide)))
    return send(reply, { title: guide.title }, text)
  })

  app.get<Named>('/docs/reference/events/:name', hidden, async ({ params }, reply) => {
    const event = read().reference.findEvent(params.name)
    if (!event) throw notFound('There is no such event; /docs lists them.')
    const text = keep(toEventPath(event.id), () => showEvent(event))
    return send(reply, { title: `${event.operation.summary} (${event.id})` }, text)
  })

  const requireOperation = (name: string): Entry => {
    const entry = read().reference.findOperation(name)
    if (!entry) throw notFound('There is no such operation; /docs lists them.')
    return entry
  }

  app.get<Named>('/docs/reference/:name', hidden, async (request, reply) => {
    const entry = requireOperation(request.params.name)
    const here = toOperationPath(entry.id)
    const text = keep(here, () => showOperation(entry, { baseUrl }))
    const session = findCredential(entry) === 'key' ? await services.findSession(request.headers) : undefined
    return sendOperation(services, reply, entry, text, { session })
  })

  app.post<Named>(
    '/docs/reference/:name',
    { ...hidden, onRequest: requireSignIn(services) },
    async (request, reply) => {
      const entry = requireOperation(request.params.name)
      const here = toOperationPath(entry.id)
      if (!isProofRecent(request.session, services.now())) return askAgain(reply, here)
      const key = await makeKey(services, request as FastifyRequest)
      const text = toText(showFrame(read(), here, showOperation(entry, { baseUrl, key })))
      return sendOperation(services, reply, entry, text, { session: request.session, key })
    },
  )
}

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}

const toText = (view: unknown) => render(view as VNode)

function askAgain(reply: FastifyReply, here: string): FastifyReply {
  return reply.redirect(`/sign-in?again=true&return_to=${encodeURIComponent(here)}`, 303)
}

function sendOperation(
  services: DocsServices,
  reply: FastifyReply,
  entry: Entry,
  text: string,
  reader: Pick<Reader, 'session' | 'key'>,
): FastifyReply {
  const here = toOperationPath(entry.id)
  // Other credentials are not the reader's to make here.
  const isForKeys = findCredential(entry) === 'key' && entry.tag !== 'Compatibility'
  const shown = isForKeys ? showReader(services, { ...reader, here, needed: listKeyScopes(entry) }) : ''
  const whole = text.replace(READER_MARK, () => toText(html`<div>${shown}</div>`))
  const { summary: title, description } = entry.operation
  return send(reply, { title, description }, whole)
}

/** The text is made of our own files and of templates, which escape. */
function send(reply: FastifyReply, page: Pick<Page, 'title' | 'description'>, text: string): FastifyReply {
  return sendPage(reply, {
    ...page,
    width: 'full',
    styles: ['docs.css', 'reference.css'],
    script: 'docs.js',
    body: html`<div dangerouslySetInnerHTML=${{ __html: text }}></div>`,
  })
}
