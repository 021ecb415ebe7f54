// The pages of operations. They are kept for all readers; what is for one of them alone is put in afterwards. The form
// for a key leads to the same address and is answered with the page that has the key in its samples, which nobody keeps.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isProofRecent, requireSignIn } from '#server/access/session.ts'
import { notFound } from '#server/platform/errors.ts'
import { html } from '#server/platform/http/html.ts'
import type { App } from '#server/platform/http/http.ts'
import { READER_MARK, showOperation } from '../reference/operation-view.ts'
import { type Entry, findCredential, listKeyScopes } from '../reference/operations.ts'
import { showFrame, toOperationPath } from './frame.ts'
import { type DocsServices, makeKey, type Reader, showReader } from './key.ts'
import { sendDocs, type Shelf, toText } from './shelf.ts'

interface Named {
  Params: { name: string }
}

export function addOperationPages(app: App, services: DocsServices, { read, keep }: Shelf): void {
  const { baseUrl } = services.config
  const schema = { hide: true } as const
  const requireOperation = (name: string): Entry => {
    const entry = read().reference.findOperation(name)
    if (!entry) throw notFound('There is no such operation; /docs lists them.')
    return entry
  }

  app.get<Named>('/docs/reference/:name', { schema }, async (request, reply) => {
    const entry = requireOperation(request.params.name)
    const text = keep(toOperationPath(entry.id), () => showOperation(entry, { baseUrl }))
    const session = isForKeys(entry) ? await services.findSession(request.headers) : undefined
    return sendOperation(services, reply, entry, text, { session })
  })

  const signedIn = { schema, onRequest: requireSignIn(services) }
  app.post<Named>('/docs/reference/:name', signedIn, async (request, reply) => {
    const entry = requireOperation(request.params.name)
    if (!isForKeys(entry)) throw notFound('This page makes no key.')
    const here = toOperationPath(entry.id)
    if (!isProofRecent(request.session, services.now()))
      return reply.redirect(`/sign-in?again=true&return_to=${encodeURIComponent(here)}`, 303)
    const key = await makeKey(services, request as FastifyRequest)
    const text = toText(showFrame(read(), here, showOperation(entry, { baseUrl, key })))
    return sendOperation(services, reply, entry, text, { session: request.session, key })
  })
}

/** Other credentials are not the reader's to make here. */
function isForKeys(entry: Entry): boolean {
  return findCredential(entry) === 'key' && entry.tag !== 'Compatibility'
}

function sendOperation(
  services: DocsServices,
  reply: FastifyReply,
  entry: Entry,
  text: string,
  reader: Pick<Reader, 'session' | 'key'>,
): FastifyReply {
  const here = toOperationPath(entry.id)
  const shown = isForKeys(entry) && showReader(services, { ...reader, here, needed: listKeyScopes(entry) })
  const whole = text.replace(READER_MARK, () => toText(html`<div>${shown}</div>`))
  const { summary: title, description } = entry.operation
  return sendDocs(reply, { title, description }, whole)
}
