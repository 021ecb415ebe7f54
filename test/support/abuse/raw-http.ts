// A client that sends a request byte by byte, as slowly as it likes.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface RawClient {
  /** Answers false once the other side has ended the connection. */
  send(bytes: string | Uint8Array): boolean
  /** Sends a piece at a time until all is sent or the connection is ended. */
  trickle(bytes: Uint8Array, options: { piece: number; everyMs: number }): Promise<void>
  readonly isEnded: boolean
  /** All that came until the connection was ended. */
  waitForEnd(maxMs: number): Promise<RawAnswer>
  /** All that has come by now. */
  readonly received: string
  close(): void
}

export interface RawAnswer {
  /** 0 when the connection was ended without an answer. */
  status: number
  headers: Headers
  body: string
  afterMs: number
}

export function connectRaw(url: string): RawClient {
  const startedAt = performance.now()
  let received = ''
  let isEnded = false
  const socket = connect(Number(new URL(url).port), new URL(url).hostname)
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => (received += chunk.toString('latin1')))
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      isEnded = true
      resolve()
    }
    socket.once('end', end).once('close', end)
  })
  const send = (bytes: string | Uint8Array) => {
    if (!isEnded) socket.write(bytes)
    return !isEnded
  }
  return {
    send,
    async trickle(bytes, { piece, everyMs }) {
      for (let at = 0; at < bytes.length; at += piece) {
        if (!send(bytes.subarray(at, at + piece))) return
        await sleep(everyMs)
      }
    },
    get isEnded() {
      return isEnded
    },
    get received() {
      return received
    },
    async waitForEnd(maxMs) {
      const isInTime = await Promise.race([ended.then(() => true), sleep(maxMs, false, { ref: false })])
      if (!isInTime) throw new Error(`the connection is still open after ${maxMs} ms`)
      return { ...readAnswer(received), afterMs: performance.now() - startedAt }
    },
    close: () => socket.destroy(),
  }
}

function readAnswer(text: string): Omit<RawAnswer, 'afterMs'> {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Headers()
  for (const line of lines)
    headers.append(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1))
  return { status: Number(first.split(' ')[1] ?? 0), headers, body: rest.join('\r\n\r\n') }
}

export function writeHead(method: string, path: string, headers: Record<string, string | number>): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}
