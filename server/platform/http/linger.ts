// A refusal may go out while the client is still sending, and ends the connection. Closed at once, with bytes unread, the
// connection is reset, and most clients then report that and not the answer. So it is only ended (FIN), and what still
// comes is read and dropped for a moment.
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { SECOND_MS } from '../time.ts'
import type { FindBody } from './timeouts.ts'

const MAX_LINGER_MS = 5 * SECOND_MS
const MAX_LINGER_BYTES = 64 * 1024 * 1024
const CHECK_EVERY_MS = 50

export function lingerBeforeClosing(server: Server, findBody: FindBody): void {
  server.on('connection', (socket: Socket) => {
    const destroySoon = socket.destroySoon.bind(socket)
    // Called by Node once the last answer of a connection is written.
    socket.destroySoon = () => {
      const request = findBody(socket)
      if (!request || request.complete || socket.destroyed) destroySoon()
      else linger(request)
    }
  })
}

function linger(request: IncomingMessage): void {
  const { socket } = request
  const until = performance.now() + MAX_LINGER_MS
  const maxBytes = socket.bytesRead + MAX_LINGER_BYTES
  socket.end()
  const timer = setInterval(() => {
    const isOver = request.complete || performance.now() > until || socket.bytesRead > maxBytes
    if (!isOver && !socket.destroyed) return
    clearInterval(timer)
    socket.destroy()
  }, CHECK_EVERY_MS).unref()
}
