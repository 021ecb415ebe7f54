// A line to the service that can be taken away: who comes meanwhile is turned away, and counted.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface Gate {
  readonly url: string
  /** How many have come while it was closed. */
  readonly turnedAway: () => number
  open(): void
  close(): void
}

export async function startGate(
  context: { after: (end: () => void) => void },
  target: string,
  isOpenAtFirst = true,
): Promise<Gate> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isOpen = isOpenAtFirst
  let turnedAway = 0
  const server = createServer((socket) => {
    if (!isOpen) {
      turnedAway += 1
      socket.destroy()
      return
    }
    const onward = connect(Number(port), hostname)
    for (const one of [socket, onward]) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => sockets.delete(one))
    }
    socket.pipe(onward).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    isOpen = false
    for (const socket of sockets) socket.destroy()
  }
  context.after(() => {
    close()
    server.close()
  })
  return {
    url: `http://localhost:${(server.address() as { port: number }).port}`,
    turnedAway: () => turnedAway,
    open: () => {
      isOpen = true
    },
    close,
  }
}
