// The documentation at /docs: overview, guides, one page for each operation and event, search. The start of the service
// only lists its addresses: what makes the pages is loaded with the first of them.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { notFound } from '#server/platform/errors.ts'
import { html, sendPage } from '#server/platform/http/html.ts'
import type { App } from '#server/platform/http/http.ts'
import { type DocsServices, makeKey } from './key.ts'
import type { Library, Sheet } from './library.ts'

const MAX_QUERY_LENGTH = 100
const schema = { params: Type.Object({ name: Type.String() }) }
const doors = { public: 'none' } as const

type Open = () => Promise<Library>

export function declareDocsPages(app: App, services: DocsServices): Operation[] {
  let library: Promise<Library> | undefined
  const load = async () => (await import('./library.ts')).openLibrary(app.swagger() as never, services)
  const open = () => (library ??= load())
  return [...declareReadingPages(open), ...declareOperationPages(services, open)]
}

function declareReadingPages(open: Open): Operation[] {
  return [
    operation({
      route: 'GET /docs',
      doors,
      respond: async (_request, reply) => send(reply, (await open()).showOverview()),
    }),
    operation({
      route: 'GET /docs/reference',
      doors,
      respond: async (_request, reply) => send(reply, (await open()).showReference()),
    }),
    ...(['guide', 'operate'] as const).map((section) =>
      operation({
        route: `GET /docs/${section}/:name`,
        doors,
        schema,
        respond: async ({ params: { name } }, reply) => {
          const library = await open()
          if (!name.endsWith('.md'))
            return send(reply, requireSheet(library.findGuide(section, name), 'guide'))
          const markdown = requireSheet(library.findMarkdown(section, name.slice(0, -'.md'.length)), 'guide')
          return reply.type('text/markdown; charset=utf-8').send(markdown)
        },
      }),
    ),
    operation({
      route: 'GET /docs/changelog',
      doors,
      respond: async (_request, reply) => send(reply, (await open()).showChangelog()),
    }),
    operation({
      route: 'GET /docs/reference/events/:name',
      doors,
      schema,
      respond: async ({ params }, reply) => {
        const event = (await open()).findEvent(params.name)
        return send(reply, requireSheet(event, 'event'))
      },
    }),
    operation({
      route: 'GET /docs/search',
      doors,
      respond: async (request, reply) => {
        const { q = '' } = request.query as { q?: string | string[] }
        return send(reply, (await open()).search(String(q).trim().slice(0, MAX_QUERY_LENGTH)))
      },
    }),
  ]
}

/** The form for a key leads to the page that it is on, and is answered with that page, the key in its samples. */
function declareOperationPages(services: DocsServices, open: Open): Operation[] {
  return [
    operation({
      route: 'GET /docs/reference/:name',
      doors,
      schema,
      respond: async (request, reply) => {
        const shown = requireSheet((await open()).findOperation(request.params.name), 'operation')
        const session = shown.isForKeys ? await services.findSession(request.headers) : undefined
        return send(reply, shown.show({ session }))
      },
    }),
    operation({
      route: 'POST /docs/reference/:name',
      doors: { page: 'recent' },
      schema,
      respond: async (request, reply) => {
        const shown = requireSheet((await open()).findOperation(request.params.name), 'operation')
        if (!shown.isForKeys) throw notFound('This page makes no key.')
        const key = await makeKey(services, request)
        return send(reply, shown.show({ session: request.session, key }))
      },
    }),
  ]
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
