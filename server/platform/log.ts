import { hostname } from 'node:os'
import { destination, pino, type Logger } from 'pino'
import pretty from 'pino-pretty'

export type Log = Logger & {
  /** The line about an answered request. */
  request(line: RequestLine): void
}

export interface RequestLine {
  id: string
  method: string
  path: string
  ip: string
  status: number
  ms: number
}

/** JSON lines; readable ones on a terminal. What is secret is never handed to it, and censored if it were. */
export function createLog(level: string, output: NodeJS.WriteStream & { fd: number } = process.stdout): Log {
  const options = {
    level,
    redact: {
      paths: [
        'password',
        'token',
        'secret',
        'code',
        'cookie',
        'authorization',
        '*.password',
        '*.token',
        '*.secret',
      ],
      censor: '[hidden]',
    },
    serializers: {
      req: (request: { method: string; url: string; id: string; ip: string }) => ({
        id: request.id,
        method: request.method,
        // A query may carry a code, a state or a token.
        path: request.url.replace(/\?.*/s, ''),
        ip: request.ip,
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
    },
  }
  const lines = createLines(output.isTTY ? openTerminal(output) : openFile(output.fd))
  const log = pino(options, lines)
  return Object.assign(log, {
    request: log.isLevelEnabled('info') ? lines.addRequest : () => undefined,
  })
}

interface Destination {
  write(text: string): unknown
  flush?(done?: () => void): void
}

/** Written together: one system call a line would cost more than most requests. main.ts writes the last ones. */
function openFile(fd: number): Destination {
  return destination({ dest: fd, sync: true, minLength: 8192, periodicFlush: 200 })
}

function openTerminal(output: NodeJS.WriteStream): Destination {
  return pretty({
    destination: output,
    ignore: 'pid,hostname,method,path,status,ms',
    messageFormat: describeLine,
    singleLine: true,
    translateTime: 'HH:MM:ss',
    sync: true,
  })
}

/** A request reads as one says it: GET /api/v1/profile 200, 3 ms. */
function describeLine(line: Record<string, unknown>, messageKey: string): string {
  if (line.method === undefined) return line[messageKey] as string
  const { method, path, status, ms } = line as unknown as RequestLine
  return `${method} ${path} ${status}, ${ms} ms`
}

const REQUESTS_AT_ONCE = 50
const LONGEST_WAIT_MS = 100

/**
 * Lines about requests are the commonest by far. They wait for each other and are written out together, since one by
 * one costs several times as much, and before any other line, so that the order is that of time.
 */
function createLines(destination: Destination) {
  let waiting: (RequestLine & { time: number })[] = []
  let timer: NodeJS.Timeout | undefined
  const writeWaiting = () => {
    if (waiting.length === 0) return
    clearTimeout(timer)
    timer = undefined
    const lines = waiting
    waiting = []
    destination.write(lines.map(formatRequest).join(''))
  }
  return {
    write: (line: string) => {
      writeWaiting()
      destination.write(line)
    },
    flush: (done?: () => void) => {
      writeWaiting()
      if (destination.flush) destination.flush(done)
      else done?.()
    },
    addRequest: ({ id, method, path, ip, status, ms }: RequestLine) => {
      waiting.push({ time: Date.now(), id, method, path, ip, status, ms })
      if (waiting.length >= REQUESTS_AT_ONCE) writeWaiting()
      else timer ??= setTimeout(writeWaiting, LONGEST_WAIT_MS).unref()
    },
  }
}

const origin = `"pid":${process.pid},"hostname":${JSON.stringify(hostname())}`

/** With the same fields each time and no secret to look for: written out as pino would. */
function formatRequest({ time, id, method, path, ip, status, ms }: RequestLine & { time: number }): string {
  return (
    `{"level":30,"time":${time},${origin},"id":"${id}","method":"${method}","path":${JSON.stringify(path)},` +
    `"ip":${JSON.stringify(ip)},"status":${status},"ms":${ms},"msg":"request"}\n`
  )
}
