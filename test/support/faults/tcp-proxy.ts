// Is between the service and its database: a test can cut the line and fix it.
import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import { Transform } from 'node:stream'

export interface TcpProxy {
  readonly port: number
  /** Ends every connection and refuses new ones. */
  cut(): void
  fix(): void
  /** Nothing passes any more through the connections there are, without notice; new ones work. */
  swallow(): void
  /** Nothing passes through new ones either, which are accepted all the same, until it is fixed. */
  mute(): void
  close(): void
}

/** The target’s answers may be `changed`, as they come. */
export async function startTcpProxy(
  target: { host: string; port: number },
  changed = (answer: Buffer) => answer,
): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isCut = false
  let isMute = false
  const swallowed = new WeakSet<Socket>()
  const server = createServer((incoming) => {
    if (isCut) {
      incoming.destroy()
      return
    }
    if (isMute) {
      sockets.add(incoming)
      incoming.on('error', () => undefined)
      incoming.on('close', () => sockets.delete(incoming))
      incoming.resume()
      return
    }
    const outgoing = connect(target.port, target.host)
    const change = new Transform({ transform: (chunk: Buffer, _, done) => done(null, changed(chunk)) })
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(from)
      if (from === outgoing) from.pipe(change).pipe(to)
      else from.pipe(to)
      const endOther = () => {
        if (!swallowed.has(from)) to.destroy()
      }
      from.on('error', endOther)
      from.on('close', () => {
        sockets.delete(from)
        endOther()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  const swallow = () => {
    for (const socket of sockets) {
      swallowed.add(socket)
      socket.unpipe()
      // Further bytes are read and dropped.
      socket.resume()
    }
  }
  return {
    port: (server.address() as { port: number }).port,
    cut,
    fix: () => {
      isCut = false
      isMute = false
    },
    swallow,
    mute: () => {
      isMute = true
      swallow()
    },
    close: () => {
      cut()
      server.close()
    },
  }
}
