// Input that never becomes a request, or could only be refused: it has no route and no hooks, but the answer is
// that of every other refusal. Node by itself would answer with an empty body, or not at all.
import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import type { ErrorCode } from '#contract/errors.ts'

/** For Node, whose own answer to a request without Host has no body; `requireHost` answers instead. */
export const hostOptions = { requireHostHeader: false }

/** Node's `clientError`. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  // Browsers open connections in advance; an answer to none of their requests would confuse them.
  if (error.code === 'ECONNRESET' || socket.bytesRead === 0 || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, description] = describeBroken(error.code)
  endWith(socket, status, description)
}

const sentences: Record<string, string> = {
  HPE_INVALID_METHOD: 'The request is not valid HTTP: its method is unknown.',
  HPE_INVALID_URL: 'The request is not valid HTTP: its path holds characters that must be percent-encoded.',
  HPE_INVALID_VERSION: 'The request is not valid HTTP: its version is unknown.',
  HPE_INVALID_HEADER_TOKEN: 'The request is not valid HTTP: a header holds a character that none may.',
  HPE_INVALID_CONTENT_LENGTH: 'The request is not valid HTTP: the Content-Length is no number.',
  HPE_UNEXPECTED_CONTENT_LENGTH: 'The request is not valid HTTP: its length is given twice.',
  HPE_INVALID_TRANSFER_ENCODING:
    'The request is not valid HTTP: the Transfer-Encoding must end with chunked.',
  HPE_INVALID_CHUNK_SIZE: 'The request is not valid HTTP: the length of a chunk is no number.',
}

function describeBroken(code = ''): [status: number, description: string] {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return [408, 'The headers came too slowly: send them within 15 seconds.']
  if (code === 'HPE_HEADER_OVERFLOW') return [431, 'The headers are larger than this service reads.']
  return [400, sentences[code] ?? 'The request is not valid HTTP.']
}

function endWith(socket: Duplex, status: number, description: string): void {
  const body = writeBody(status, description)
  const head = { ...writeHeaders(), 'Content-Length': Buffer.byteLength(body), Connection: 'close' }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () =>
    socket.destroy(),
  )
}

const codes: Record<number, ErrorCode> = {
  408: 'request_timeout',
  417: 'expectation_failed',
  431: 'headers_too_large',
}
const writeBody = (status: number, description: string) =>
  `${JSON.stringify({ error: codes[status] ?? 'invalid_request', error_description: description })}\n`
const writeHeaders = () => ({
  'Content-Type': 'application/json; charset=utf-8',
  'X-Request-Id': randomUUID(),
  'X-Content-Type-Options': 'nosniff',
})

/** Requests that Node offers to special listeners rather than to the routes. */
export function answerOddRequests(server: Server): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = writeBody(417, 'Only the expectation 100-continue can be met.')
    response.writeHead(417, {
      ...writeHeaders(),
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
    })
    response.end(body)
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) =>
    endWith(socket, 400, 'This service is no proxy: CONNECT leads nowhere.'),
  )
}

/** RFC 9112 3.2: a request of HTTP/1.1 has a Host. */
export function lacksHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersion === '1.1'
}
