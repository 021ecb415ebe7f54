// One GET at an address that somebody else has chosen: by https, limited in time and size, no redirects, no proxy, nothing
// of ours sent along.
import https from 'node:https'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { startDeadline } from '../concurrency/deadline.ts'
import type { ResolveName } from '../resolver.ts'
import { createLookup, requireAllowedLiteral } from './addresses.ts'
import { describeFailure, describeTimeout } from './failures.ts'

export interface GetOptions {
  readonly accept: string
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly allowPrivate: boolean
  readonly resolveName: ResolveName
}

export interface Got {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Why there is no answer, for people to read: as the end of a sentence. */
export class NoAnswer extends Error {}

export async function getOnce(url: URL, options: GetOptions): Promise<Got> {
  // One deadline for everything: the name, the connection, the head and the body of the answer.
  const deadline = startDeadline(options.timeoutMs)
  try {
    requireAllowedLiteral(url, options.allowPrivate)
    const response = await request(url, options, deadline.signal)
    const body = await readBody(response, options.maxBytes)
    return { status: response.statusCode ?? 0, headers: response.headers, body }
  } catch (error) {
    if (error instanceof NoAnswer) throw error
    throw new NoAnswer(
      deadline.signal.aborted ? describeTimeout(options.timeoutMs) : describeFailure(error),
      {
        cause: error,
      },
    )
  } finally {
    deadline.end()
  }
}

function request(url: URL, options: GetOptions, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = https.get(url, {
      // Our own: the global agent may use a proxy that the environment names.
      agent: new https.Agent({ keepAlive: false }),
      lookup: createLookup(options.allowPrivate, options.resolveName),
      headers: { accept: options.accept, 'accept-encoding': 'identity', 'user-agent': 'Cloudstreet' },
      signal,
      insecureHTTPParser: false,
      maxHeaderSize: 16_384,
    })
    outgoing.on('response', resolve)
    outgoing.on('error', reject)
  })
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let total = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      total += chunk.length
      if (total > maxBytes) throw new NoAnswer(`the answer has more than ${maxBytes} bytes`)
      chunks.push(chunk)
    }
  } finally {
    if (!response.complete) response.destroy()
  }
  return Buffer.concat(chunks)
}
