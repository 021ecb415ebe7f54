// Is between a destination and its service, and breaks every connection once so many bytes have passed in one direction.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type Direction = 'request' | 'answer'

export interface ByteCutter {
  readonly port: number
  /** Of all connections since the last call, in each direction. */
  readonly passed: Readonly<Record<Direction, number>>
  /** Everything passes again, but no more than this. */
  allow(limits?: Partial<Record<Direction, number>>): void
}

export async function startByteCutter(
  context: { after: (end: () => void) => void },
  targetPort: number,
): Promise<ByteCutter> {
  const sockets = new Set<Socket>()
  let passed = { request: 0, answer: 0 }
  let limits: Partial<Record<Direction, number>> = {}
  const cut = () => sockets.forEach((socket) => socket.resetAndDestroy())
  const join = (from: Socket, to: Socket, direction: Direction) => {
    sockets.add(from)
    from.on('data', (chunk: Buffer) => {
      const left = (limits[direction] ?? Infinity) - passed[direction]
      const passing = chunk.subarray(0, Math.max(0, left))
      passed[direction] += passing.length
      if (passing.length === chunk.length) to.write(chunk)
      // Written before the connection breaks: the service has these bytes.
      else to.write(passing, () => setImmediate(cut))
    })
    from.on('error', () => to.destroy())
    from.on('end', () => to.end())
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }
  const server = createServer((incoming) => {
    const outgoing = connect(targetPort, '127.0.0.1')
    join(incoming, outgoing, 'request')
    join(outgoing, incoming, 'answer')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    cut()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    get passed() {
      return passed
    },
    allow: (next = {}) => {
      passed = { request: 0, answer: 0 }
      limits = next
    },
  }
}
