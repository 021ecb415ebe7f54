// Long JSON answers, compressed for clients that accept it. Not for answers that hold a secret beside text which a
// stranger may have written: the length of the compressed answer would give the secret away (BREACH).
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compress = promisify(gzip)

// What fits into one packet does not arrive sooner when it is compressed.
const MIN_CHARACTERS = 1400

export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: object,
): Promise<FastifyReply> {
  const text = JSON.stringify(answer)
  reply.type('application/json; charset=utf-8').header('vary', 'Accept-Encoding')
  if (text.length < MIN_CHARACTERS || !acceptsCoding(request.headers['accept-encoding'], 'gzip'))
    return reply.send(text)
  return reply.header('content-encoding', 'gzip').send(await compress(text))
}

/** RFC 9110 12.5.3: named with a weight above 0. `*` does not count: a client that accepts a coding names it. */
export function acceptsCoding(header: string | undefined, coding: string): boolean {
  return (header ?? '')
    .toLowerCase()
    .split(',')
    .some((part) => {
      const [name, ...parameters] = part.split(';').map((text) => text.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
      return name === coding && Number(weight) > 0
    })
}
