// `Expect: 100-continue` (RFC 9110 10.1.1): the body is asked for only once the request has got past its refusals.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

export function answerExpectations(app: FastifyInstance): void {
  // Node alone would ask for the body at once, before the caller is known.
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // Until the body is asked for: on this connection it could not be told from the next request.
    response.shouldKeepAlive = false
    // Someone begins to read it. After an answer it is Node, which throws away what it has not asked for.
    request.once('resume', () => {
      if (response.headersSent) return
      response.shouldKeepAlive = true
      response.writeContinue()
    })
    app.server.emit('request', request, response)
  })
}
