import { createRequire } from 'node:module'
import { destination, pino, type DestinationStream, type Logger } from 'pino'
import type { PrettyStream, PrettyOptions } from 'pino-pretty'
import type { RequestFacts } from './requests/facts.ts'

export type Log = Logger

/** The line about an answered request. */
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
  return pino(options, output.isTTY ? openTerminal(output) : openFile(output.fd))
}

/** A part of a path that is shaped like the token of a secret link (createLinkToken): who has the log has no link. */
export function hideLinks(path: string): string {
  return path.replaceAll(/(?<=\/)[0-9A-Za-z]{22}(?=\/|$)/g, '[hidden]')
}

/** Buffered: one system call per line would cost more than most requests. main.ts flushes it at the end. */
function openFile(fd: number): DestinationStream {
  return destination({ dest: fd, sync: true, minLength: 8192, periodicFlush: 200 })
}

/** Loaded for a terminal only: production does not use it. */
function openTerminal(output: NodeJS.WriteStream): DestinationStream {
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
