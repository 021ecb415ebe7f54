// The documentation at /docs: overview, guides, one page for each operation and event, search. The start of the service
// only lists its addresses: what makes the pages is loaded with the first of them.
import { RECENT_PROOF } from '#server/access/proof.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#server/platform/errors.ts'
import { html, sendPage } from '#server/platform/http/html.ts'
import type { App } from '#server/platform/http/http.ts'
import { type DocsServices, makeKey } from './key.ts'
import type { Library, Section, Sheet } from './library.ts'

const MAX_QUERY_LENGTH = 100
const hidden = { schema: { hide: true } } as const

interface Named {
  Params: { name: string }
}

type Open = () => Promise<Library>

export function addDocsPages(app: App, services: DocsServices): void {
  let library: Promise<Library> | undefined
  const load = async () => (await import('./library.ts')).openLibrary(app.swagger() as never, services)
  const open = () => (library ??= load())
  addReadingPages(app, open)
  addOperationPages(app, services, open)
}

function addReadingPages(app: App, open: Open): void {
  app.get('/docs', hidden, async (_request, reply) => send(reply, (await open()).showOverview()))

  const sections: Section[] = ['guide', 'operate']
  for (const section of sections) {
    app.get<Named>(`/docs/${section}/:name`, hidden, async ({ params: { name } }, reply) => {
      const library = await open()
      if (!name.endsWith('.md')) return send(reply, requireSheet(library.findGuide(section, name), 'guide'))
      const markdown = requireSheet(library.findMarkdown(section, name.slice(0, -'.md'.length)), 'guide')
      return reply.type('text/markdown; charset=utf-8').send(markdown)
    })
  }

  app.get('/docs/changelog', hidden, async (_request, reply) => send(reply, (await open()).showChangelog()))

  app.get<Named>('/docs/reference/events/:name', hidden, async ({ params }, reply) => {
    const event = (await open()).findEvent(params.name)
    return send(reply, requireSheet(event, 'event'))
  })

  app.get('/docs/search', hidden, async (request, reply) => {
    const { q = '' } = request.query as { q?: string | string[] }
    return send(reply, (await open()).search(String(q).trim().slice(0, MAX_QUERY_LENGTH)))
  })
}

/** The form for a key leads to the page that it is on, and is answered with that page, the key in its samples. */
function addOperationPages(app: App, services: DocsServices, open: Open): void {
  app.get<Named>('/docs/reference/:name', hidden, async (request, reply) => {
    const operation = requireSheet((await open()).findOperation(request.params.name), 'operation')
    const session = operation.isForKeys ? await services.findSession(request.headers) : undefined
    return send(reply, operation.show({ session }))
  })

  const proved = { ...hidden, config: RECENT_PROOF }
  app.post<Named>('/docs/reference/:name', proved, async (request, reply) => {
    const operation = requireSheet((await open()).findOperation(request.params.name), 'operation')
    if (!operation.isForKeys) throw notFound('This page makes no key.')
    const key = await makeKey(services, request as FastifyRequest)
    return send(reply, operation.show({ session: request.session, key }))
  })
}

function requireSheet<Found>(found: Found | undefined, kind: string): Found {
  if (found === undefined) throw notFound(`There is no such ${kind}; /docs lists them.`)
  return found
}

/** The text is made of our own files and of templates, which escape. */
function send(reply: FastifyReply, { text, ...page }: Sheet): FastifyReply {
  return sendPage(reply, {
    language: 'en',
    ...page,
    width: 'full',
    styles: ['docs.css', 'reference.css'],
    script: 'docs.js',
    body: html`<div dangerouslySetInnerHTML=${{ __html: text }}></div>`,
  })
}
