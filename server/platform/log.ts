import { createRequire } from 'node:module'
import { hostname } from 'node:os'
import { destination, pino, type Logger } from 'pino'
import type { PrettyStream, PrettyOptions } from 'pino-pretty'
import { createBuffer } from './concurrency/buffer.ts'
import type { RequestFacts } from './requests/facts.ts'

export type Log = Logger & {
  /** The line about an answered request. */
  request(line: RequestLine): void
}

export interface RequestLine extends RequestFacts {
  id: string
  method: string
  path: string
  ip: string
  status: number
  ms: number
  /** The sender's trace (W3C). */
  trace?: string | undefined
}

/** JSON lines; readable ones on a terminal. Secrets are never passed to it, and would be censored if they were. */
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
        path: hideLinks(request.url.replace(/\?.*/s, '')),
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

/** A part of a path that is shaped like the token of a secret link (createLinkToken): who has the log has no link. */
export function hideLinks(path: string): string {
  return path.replaceAll(/(?<=\/)[0-9A-Za-z]{22}(?=\/|$)/g, '[hidden]')
}

interface Destination {
  write(text: string): unknown
  flush?(done?: () => void): void
}

/** Buffered: one system call per line would cost more than most requests. main.ts flushes it at the end. */
function openFile(fd: number): Destination {
  return destination({ dest: fd, sync: true, minLength: 8192, periodicFlush: 200 })
}

/** Loaded for a terminal only: production does not use it. */
function openTerminal(output: NodeJS.WriteStream): Destination {
  const pretty = createRequire(import.meta.url)('pino-pretty') as (options: PrettyOptions) => PrettyStream
  return pretty({
    destination: output,
    ignore: 'pid,hostname,method,path,status,ms',
    messageFormat: describeLine,
    singleLine: true,
    translateTime: 'HH:MM:ss',
    sync: true,
  })
}

/** Such as GET /api/v1/profile 200, 3 ms. */
function describeLine(line: Record<string, unknown>, messageKey: string): string {
  if (line.method === undefined) return line[messageKey] as string
  const { method, path, status, ms } = line as unknown as RequestLine
  return `${method} ${path} ${status}, ${ms} ms`
}

const MAX_BUFFERED_REQUESTS = 50
const MAX_WAIT_MS = 100

type TimedRequestLine = RequestLine & { time: number }

/**
 * Lines about requests are by far the most frequent. They are buffered, since writing them one by one costs several
 * times as much, and written before any other line, so the log stays in the order of time.
 */
function createLines(destination: Destination) {
  const requests = createBuffer<TimedRequestLine>({
    maxItems: MAX_BUFFERED_REQUESTS,
    maxMs: MAX_WAIT_MS,
    flush: (lines) => void destination.write(lines.map(formatRequest).join('')),
  })
  return {
    write: (line: string) => {
      requests.flush()
      destination.write(line)
    },
    flush: (done?: () => void) => {
      requests.flush()
      if (destination.flush) destination.flush(done)
      else done?.()
    },
    addRequest: (line: RequestLine) => requests.add({ ...line, time: Date.now() }),
  }
}

const origin = `"pid":${process.pid},"hostname":${JSON.stringify(hostname())}`

/** As pino would write it; the fields are known, and none can hold a secret. */
function formatRequest(line: TimedRequestLine): string {
  const { time, id, method, path, ip, status, ms } = line
  return (
    `{"level":30,"time":${time},${origin},"id":"${id}","method":"${method}","path":${JSON.stringify(path)},` +
    `"ip":${JSON.stringify(ip)},"status":${status},"ms":${ms}${formatFacts(line)},"msg":"request"}\n`
  )
}

const factNames = ['error', 'user', 'credential', 'application', 'trace', 'parts'] as const

function formatFacts(line: TimedRequestLine): string {
  let text = ''
  for (const name of factNames) {
    const fact = line[name]
    if (fact !== undefined) text += `,"${name}":${JSON.stringify(fact)}`
  }
  return text
}
