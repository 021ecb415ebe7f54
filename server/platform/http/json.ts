// JSON bodies. Many clients set the Content-Type on every request: an empty body is none, also where it says JSON.
import type { FastifyInstance } from 'fastify'

export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else void parse(request, body as string, done)
  })
}
