// A way to a bucket on which things go wrong: `refuse` answers in its place, and what it answers to a GET passes through
// `change`.
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bucket } from './s3-server.ts'

/** Undefined: the connection is cut. */
type Change = (body: Buffer) => Buffer | undefined

export interface Refusal {
  status: number
  code: string
  afterMs?: number
}

export interface BadLine {
  /** For FILES_URL. */
  readonly url: string
  change: Change
  /** Undefined: the bucket answers. */
  refuse: (method: string) => Refusal | undefined
  /** Session tokens that came with requests. */
  readonly sessionTokens: Set<string>
}

export async function startBadLine(
  context: { after: (end: () => Promise<void> | void) => void },
  bucket: Bucket,
): Promise<BadLine> {
  const address = new URL(bucket.url)
  const endpoint = new URL(address.searchParams.get('endpoint') ?? '')
  const server = createServer((incoming, outgoing) => {
    // The bucket may have been stopped.
    pass(endpoint, line, incoming, outgoing).catch(() => incoming.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  address.searchParams.set('endpoint', `http://127.0.0.1:${port}`)
  const line: BadLine = {
    url: address.href,
    change: (body) => body,
    refuse: () => undefined,
    sessionTokens: new Set(),
  }
  return line
}

async function pass(endpoint: URL, line: BadLine, incoming: IncomingMessage, outgoing: ServerResponse) {
  const { method, url, headers } = incoming
  const token = headers['x-amz-security-token']
  if (typeof token === 'string') line.sessionTokens.add(token)
  const refusal = line.refuse(method ?? 'GET')
  if (refusal) {
    incoming.resume()
    await sleep(refusal.afterMs ?? 0, undefined, { ref: false })
    return outgoing.writeHead(refusal.status).end(`<Error><Code>${refusal.code}</Code></Error>`)
  }
  // With the host that was signed; on a new connection, as the bucket may just be closing one that rests.
  const onward = request(new URL(url ?? '/', endpoint), { method, headers, setHost: false, agent: false })
  incoming.pipe(onward)
  const [answer] = (await once(onward, 'response')) as [IncomingMessage]
  const body = await buffer(answer)
  const changed = method === 'GET' && answer.statusCode === 200 ? line.change(body) : body
  if (!changed) return incoming.socket.destroy()
  const { 'content-length': _length, 'transfer-encoding': _encoding, ...rest } = answer.headers
  return outgoing.writeHead(answer.statusCode ?? 500, rest).end(changed)
}
