// Connections that send prepared requests and look only for the end of an answer. Node's own client costs more than a
// good server: the requests would wait with it instead of at the server, which then never has many of them at once.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Connection {
  /** One request at a time. */
  ask(request: Buffer): Promise<Answer>
  close(): void
}

export interface Answer {
  status: number
  body: string
}

export async function openConnection(port: number): Promise<Connection> {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  await once(socket, 'connect')
  return { ask: (request) => ask(socket, request), close: () => socket.destroy() }
}

function ask(socket: Socket, request: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let received = ''
    const stop = () => {
      socket.off('data', read).off('error', fail).off('end', fail)
    }
    const read = (bytes: Buffer) => {
      received += bytes.toString('latin1')
      const answer = readAnswer(received)
      if (!answer) return
      stop()
      resolve(answer)
    }
    const fail = (error?: Error) => {
      stop()
      reject(error ?? new Error(`The connection ended after ${received.length} bytes of an answer.`))
    }
    socket.on('data', read).on('error', fail).on('end', fail)
    socket.write(request)
  })
}

/** Undefined until it is there as a whole. */
function readAnswer(received: string): Answer | undefined {
  const bodyAt = received.indexOf('\r\n\r\n') + 4
  if (bodyAt < 4) return undefined
  const head = received.slice(0, bodyAt)
  const status = Number(head.slice(9, 12))
  const body = received.slice(bodyAt)
  const length = status === 304 ? '0' : /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1]
  // Without a length it comes in chunks, of which the last is empty.
  const isWhole = length === undefined ? body.endsWith('0\r\n\r\n') : body.length >= Number(length)
  return isWhole ? { status, body } : undefined
}

export function writeRequest(path: string, headers: Record<string, string>, body: string): Buffer {
  const all = { host: '127.0.0.1', connection: 'keep-alive', ...headers, 'content-length': body.length }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`, 'latin1')
}
