// `Expect: 100-continue` (RFC 9110 10.1.1): the body is requested only once no check on the headers refuses the request.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

export function answerExpectations(app: FastifyInstance): void {
  // Node by itself would request the body at once, before the caller is authenticated.
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // Until the body is requested: a body that comes unrequested could be taken for the next request.
    const { shouldKeepAlive } = response
    response.shouldKeepAlive = false
    // Something begins to read the body. After an answer that is Node, which discards unread bytes.
    request.once('resume', () => {
      if (response.headersSent) return
      response.shouldKeepAlive = shouldKeepAlive
      response.writeContinue()
    })
    app.server.emit('request', request, response)
  })
}
