// One HTTP exchange with a store or with who gives its credentials, bounded in time and in size.
//
// By node:http, not by `fetch`: a `Request` holds the signal that it was given weakly, and once the garbage collector
// has taken it, an answer that never comes is waited for until the connection breaks. Here a timer destroys the request.
import http from 'node:http'
import https from 'node:https'

export interface Exchange {
  method: string
  headers?: Record<string, string>
  body?: Uint8Array | undefined
  /** For everything, from connecting to the last byte of the answer. */
  timeoutMs: number
  maxBytes: number
}

export interface Answer {
  readonly status: number
  readonly body: Buffer
}

export function exchange(
  url: URL,
  { method, headers, body, timeoutMs, maxBytes }: Exchange,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'http:' ? http.request : https.request
    const length = body ? { 'content-length': String(body.byteLength) } : {}
    const outgoing = send(url, { method, headers: { ...headers, ...length } })
    const fail = (error: Error) => {
      clearTimeout(timer)
      reject(error)
      outgoing.destroy()
    }
    const timer = setTimeout(() => fail(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs)
    outgoing.on('error', fail)
    outgoing.on('response', (response) => {
      readBody(response, maxBytes)
        .then((body) => resolve({ status: response.statusCode ?? 0, body }))
        .finally(() => clearTimeout(timer))
        .catch(fail)
    })
    outgoing.end(body)
  })
}

/** Rejects when the connection breaks before the end. */
async function readBody(response: http.IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) throw new Error(`the answer is longer than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}
