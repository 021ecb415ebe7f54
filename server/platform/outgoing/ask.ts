// One request to an address that somebody else has chosen: limited in time and size, no redirects, no proxy, nothing of
// ours sent along.
import http, { type IncomingHttpHeaders } from 'node:http'
import https from 'node:https'
import { startDeadline } from '../concurrency/deadline.ts'
import type { ResolveName } from '../resolver.ts'
import { createLookup, requireAllowedLiteral } from './addresses.ts'
import { describeFailure, describeTimeout } from './failures.ts'
import { openRequest, readAnswer } from './request.ts'

export interface AskOptions {
  readonly accept: string
  /** Names the service, and who runs it; `Cloudstreet` when absent. */
  readonly userAgent?: string
  /** Posted; without it the request is a GET. */
  readonly body?: { readonly type: string; readonly bytes: Uint8Array }
  /** Ends it before its time. */
  readonly signal?: AbortSignal
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

export async function askOnce(url: URL, options: AskOptions): Promise<Got> {
  // One deadline for everything: the name, the connection, the head and the body of the answer.
  const deadline = startDeadline(options.timeoutMs, options.signal)
  try {
    requireAllowedLiteral(url, options.allowPrivate)
    const { body, maxBytes, allowPrivate, resolveName, accept, userAgent = 'Cloudstreet' } = options
    const { Agent } = url.protocol === 'http:' ? http : https
    const response = await openRequest(url, {
      method: body ? 'POST' : 'GET',
      // Our own: the global agent may use a proxy that the environment names.
      agent: new Agent({ keepAlive: false }),
      lookup: createLookup(allowPrivate, resolveName),
      headers: {
        accept,
        'accept-encoding': 'identity',
        'user-agent': userAgent,
        ...(body && { 'content-type': body.type }),
      },
      body: body?.bytes,
      signal: deadline.signal,
    })
    const tooLong = () => new NoAnswer(`the answer has more than ${maxBytes} bytes`)
    const answer = await readAnswer(response, maxBytes, tooLong)
    return { status: response.statusCode ?? 0, headers: response.headers, body: answer }
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
