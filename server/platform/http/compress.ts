// Long JSON answers, compressed for clients that accept it. Not for answers that hold a secret together with text which a
// stranger may have written: the length of the compressed answer would give the secret away (BREACH).
import { promisify } from 'node:util'
import { constants, gzip, gzipSync, zstdCompress, zstdCompressSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const JSON_TYPE = 'application/json; charset=utf-8'

// An answer that fits into one packet does not arrive sooner when it is compressed.
const MIN_BYTES = 1400
// A page of 25 flights, 48 kB, takes some 0.3 ms in either coding: less than handing it to a thread and back is worth.
const MAX_SYNC_BYTES = 131_072
// The lowest levels: the next ones save a few per cent and take up to four times as long.
const gzipOptions = { level: 1 }
const zstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

interface Coding {
  compress(text: Uint8Array): Buffer
  compressLater(text: Uint8Array): Promise<Buffer>
}

const gzipLater = promisify<Uint8Array, typeof gzipOptions, Buffer>(gzip)
const zstdLater = promisify<Uint8Array, typeof zstdOptions, Buffer>(zstdCompress)

/** By name; of two that a client likes as much the first is chosen. */
const codings = new Map<string, Coding>([
  [
    'zstd',
    {
      compress: (text) => zstdCompressSync(text, zstdOptions),
      compressLater: (text) => zstdLater(text, zstdOptions),
    },
  ],
  [
    'gzip',
    {
      compress: (text) => gzipSync(text, gzipOptions),
      compressLater: (text) => gzipLater(text, gzipOptions),
    },
  ],
])

/** The answer to send instead of the text; the text itself when it is short, or the client did not ask. */
export function compressAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  text: Buffer,
): Buffer | Promise<Buffer> {
  if (text.length < MIN_BYTES) return text
  const name = chooseCoding(request.headers['accept-encoding'])
  const coding = name === undefined ? undefined : codings.get(name)
  if (!coding) return text
  reply.header('content-encoding', name)
  return text.length > MAX_SYNC_BYTES ? coding.compressLater(text) : coding.compress(text)
}

/** Text that is JSON already. */
export function sendJson(reply: FastifyReply, text: string): FastifyReply {
  return reply.type(JSON_TYPE).send(text)
}

export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: object,
): Promise<FastifyReply> {
  reply.type(JSON_TYPE).header('vary', 'Accept-Encoding')
  return reply.send(await compressAnswer(request, reply, Buffer.from(`${JSON.stringify(answer)}\n`)))
}

/** The one with the greatest weight; undefined when that is none of ours, or the client prefers the plain answer. */
export function chooseCoding(header: string | undefined): string | undefined {
  if (header === undefined || !/gzip|zstd/i.test(header)) return undefined
  const weights = readWeights(header)
  let chosen: string | undefined
  let most = weights.get('identity') ?? 0
  for (const name of codings.keys()) {
    const weight = weights.get(name) ?? 0
    const isBetter = chosen === undefined ? weight > 0 && weight >= most : weight > most
    if (isBetter) [chosen, most] = [name, weight]
  }
  return chosen
}

/** RFC 9110 12.5.3: named with a weight above 0. `*` does not count: a client that accepts a coding names it. */
export function acceptsCoding(header: string | undefined, coding: string): boolean {
  return (readWeights(header ?? '').get(coding) ?? 0) > 0
}

function readWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1')
    weights.set(name, Number.isNaN(weight) ? 0 : weight)
  }
  return weights
}
