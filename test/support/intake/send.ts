// Sends bytes as they are and reads one answer.
import { connect } from 'node:net'

export interface RawAnswer {
  status: number
  headers: Headers
  body: string
}

export function sendRaw(url: string, bytes: Uint8Array, maxMs = 10_000): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), new URL(url).hostname)
    const chunks: Buffer[] = []
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      socket.destroy()
      settle()
    }
    const timer = setTimeout(() => finish(() => reject(new Error('no answer in time'))), maxMs)
    const tryToRead = (isEnded: boolean) => {
      const answer = readAnswer(Buffer.concat(chunks), isEnded)
      if (answer) finish(() => resolve(answer))
      else if (isEnded) finish(() => reject(new Error('the connection ended without an answer')))
    }
    socket.on('error', (error) => finish(() => reject(error)))
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      tryToRead(false)
    })
    socket.once('end', () => tryToRead(true))
    socket.write(bytes)
  })
}

function readAnswer(received: Buffer, isEnded: boolean): RawAnswer | undefined {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const [first = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n')
  const headers = new Headers(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()] as [string, string]
    }),
  )
  const body = received.subarray(end + 4)
  const length = headers.get('content-length')
  if (!isEnded && (length === null || body.length < Number(length))) return undefined
  return { status: Number(first.split(' ')[1]), headers, body: body.toString('utf8') }
}
