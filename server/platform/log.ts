import { destination, pino, symbols, type Logger } from 'pino'
import pretty from 'pino-pretty'

export type Log = Logger

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
  // Written together: one system call a line would cost more than most requests. main.ts writes the last ones.
  if (!output.isTTY) {
    return pino(options, destination({ dest: output.fd, sync: true, minLength: 8192, periodicFlush: 200 }))
  }
  return pino(
    options,
    pretty({
      destination: output,
      ignore: 'pid,hostname,method,path,status,ms',
      messageFormat: describeLine,
      singleLine: true,
      translateTime: 'HH:MM:ss',
      sync: true,
    }),
  )
}

/** A request reads as one says it: GET /api/v1/profile 200, 3 ms. */
function describeLine(line: Record<string, unknown>, messageKey: string): string {
  if (line.method === undefined) return line[messageKey] as string
  const { method, path, status, ms } = line as unknown as RequestLine
  return `${method} ${path} ${status}, ${ms} ms`
}

interface RequestLine {
  id: string
  method: string
  path: string
  ip: string
  status: number
  ms: number
}

/** The commonest line by far, with the same fields each time and no secret to look for: written out as pino would. */
export function createRequestLog(log: Log): (line: RequestLine) => void {
  if (!log.isLevelEnabled('info')) return () => undefined
  const { streamSym, chindingsSym } = symbols as unknown as { streamSym: symbol; chindingsSym: symbol }
  const parts = log as unknown as Record<symbol, unknown>
  const [output, bindings] = [
    parts[streamSym] as { write(line: string): void },
    parts[chindingsSym] as string,
  ]
  return ({ id, method, path, ip, status, ms }) => {
    output.write(
      `{"level":30,"time":${Date.now()}${bindings},"id":"${id}","method":"${method}","path":${JSON.stringify(path)},` +
        `"ip":${JSON.stringify(ip)},"status":${status},"ms":${ms},"msg":"request"}\n`,
    )
  }
}
