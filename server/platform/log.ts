import { pino, type Logger } from 'pino'
import pretty from 'pino-pretty'

export type Log = Logger

/** JSON lines; readable ones on a terminal. What is secret is never handed to it, and censored if it were. */
export function createLog(level: string, output: NodeJS.WriteStream = process.stdout): Log {
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
  if (!output.isTTY) return pino(options, output)
  return pino(
    options,
    pretty({ destination: output, ignore: 'pid,hostname', translateTime: 'HH:MM:ss', sync: true }),
  )
}
