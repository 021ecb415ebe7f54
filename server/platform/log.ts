import { destination, pino, type Logger } from 'pino'
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
    pretty({ destination: output, ignore: 'pid,hostname', translateTime: 'HH:MM:ss', sync: true }),
  )
}

/** For lines of plain fields that hold no secret: looking for one in every line is most of a line's cost. */
export function withoutCensor(log: Log): Log {
  return log.child({}, { redact: [] })
}
