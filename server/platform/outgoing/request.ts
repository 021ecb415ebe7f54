// One request over HTTP, and its answer up to a size: no redirects, and nothing that a fault would repeat.
import http, { type IncomingMessage, type OutgoingHttpHeaders, type RequestOptions } from 'node:http'
import https from 'node:https'

export interface Sent extends Pick<RequestOptions, 'method' | 'agent' | 'lookup' | 'signal'> {
  headers?: OutgoingHttpHeaders
  body?: Uint8Array | undefined
  /** With whether the connection had been used before. */
  onError?: (isReused: boolean) => void
}

/** Resolves with the head of the answer. */
export function openRequest(url: URL, { body, headers, onError, ...sent }: Sent): Promise<IncomingMessage> {
  const open = url.protocol === 'http:' ? http.request : https.request
  const length = body && { 'content-length': String(body.byteLength) }
  return new Promise((resolve, reject) => {
    const outgoing = open(url, {
      ...sent,
      headers: { ...headers, ...length },
      insecureHTTPParser: false,
      maxHeaderSize: 16_384,
    })
    outgoing.on('response', resolve)
    outgoing.on('error', (error) => {
      onError?.(outgoing.reusedSocket)
      reject(error)
    })
    outgoing.end(body)
  })
}

/** Rejects when it is longer, or the connection breaks before its end. */
export async function readAnswer(
  response: IncomingMessage,
  maxBytes: number,
  tooLong: () => Error,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > maxBytes) throw tooLong()
      chunks.push(chunk)
    }
  } finally {
    if (!response.complete) response.destroy()
  }
  return Buffer.concat(chunks, length)
}
