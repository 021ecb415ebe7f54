// A webhook receiver on loopback that behaves as a test wants, and remembers what it was sent.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { waitUntil } from './waiting/wait.ts'

export interface Received {
  headers: IncomingHttpHeaders
  body: string
  sequence: number
  path: string
}

export type Behaviour = (response: ServerResponse, count: number, received: Received) => void | Promise<void>

export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** The most requests that were open at the same time. */
  readonly mostAtOnce: () => number
  behave(behaviour: Behaviour): void
  /** Resolves when so many requests have come. */
  waitFor(count: number): Promise<void>
  close(): Promise<void>
}

const answerOk: Behaviour = (response) => void response.end('ok')

export async function startReceiver(
  context: { after: (end: () => Promise<void>) => void },
  behaviour: Behaviour = answerOk,
): Promise<Receiver> {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  let current = behaviour
  let open = 0
  let mostOpen = 0
  const server = createServer((request, response) => {
    open += 1
    mostOpen = Math.max(mostOpen, open)
    response.on('close', () => (open -= 1))
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const item = {
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        sequence: Number(request.headers['x-cloudstreet-sequence']),
        path: request.url ?? '',
      }
      received.push(item)
      void current(response, received.length, item)
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  context.after(close)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    mostAtOnce: () => mostOpen,
    behave: (next) => {
      current = next
    },
    waitFor: async (count) => {
      await waitUntil(
        () => `${count} deliveries came: ${received.length}`,
        () => received.length >= count,
      )
    },
    close,
  }
}
