// `Expect: 100-continue` (RFC 9110 10.1.1): the body is asked for only once the request has got past its refusals.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

export function answerExpectations(app: FastifyInstance): void {
  const waiting = new WeakSet<IncomingMessage>()
  // Node alone would ask for the body at once, before the caller is known.
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request)
    // Until the body is asked for: on this connection it could not be told from the next request.
    response.shouldKeepAlive = false
    app.server.emit('request', request, response)
  })
  app.addHook('preParsing', (request, reply, body, done) => {
    if (waiting.delete(request.raw)) {
      reply.raw.shouldKeepAlive = true
      reply.raw.writeContinue()
    }
    done(null, body)
  })
}
