// The file exactly as it was uploaded: whole or a range, plain or in the compression it is stored in.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#server/access/operations/operation.ts'
import { acceptsCoding } from '#server/platform/http/compress.ts'
import { ApiError } from '#server/platform/errors.ts'
import { matchesEtag } from '#server/platform/http/conditional.ts'
import { openContent } from '#server/platform/files/content.ts'
import { free } from '#server/platform/files/memory.ts'
import { writeContentDisposition } from '../record/text/file-name.ts'
import type { StoredFile } from '../record/store.ts'

/** At the dashboard it is revalidated each time: another user may be signed in in this browser by then. */
export function cachingFor({ session }: Caller): string {
  return session ? 'private, no-cache' : 'private, max-age=31536000, immutable'
}

/**
 * The tag is the flight's hash in either encoding, as the contract says. Since two encodings share a strong tag, bytes
 * of one must never complete bytes of the other: the compressed form offers no ranges, and a conditional range request
 * (If-Range) from a client that accepts zstd is answered with the whole file.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  read: () => Promise<Uint8Array>,
  cacheControl: string,
): Promise<FastifyReply> {
  const etag = `"${file.hash}"`
  reply.headers({ etag, 'cache-control': cacheControl, vary: 'Accept-Encoding, Authorization' })
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const compressed = await read()
  reply.headers({
    'content-type': 'application/igc',
    'content-disposition': writeContentDisposition(file.fileName),
  })
  const takesZstd = acceptsCoding(request.headers['accept-encoding'], 'zstd')
  const range = chooseRange(request, file, etag, takesZstd)
  if (takesZstd && !range) {
    reply.headers({ 'content-encoding': 'zstd', 'accept-ranges': 'none' })
    freeWhenSent(reply, compressed)
    return reply.send(toBuffer(compressed))
  }
  reply.header('accept-ranges', 'bytes')
  const bytes = await openContent(compressed, file.byteLength)
  free(compressed)
  freeWhenSent(reply, bytes)
  if (!range) return reply.send(bytes)
  reply.code(206).header('content-range', `bytes ${range.from}-${range.to}/${file.byteLength}`)
  return reply.send(bytes.subarray(range.from, range.to + 1))
}

/** An answer is closed when the system has taken all of it, or when its connection is closed. */
function freeWhenSent({ raw }: FastifyReply, bytes: Uint8Array): void {
  raw.once('close', () => free(bytes))
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

interface Range {
  from: number
  /** Included. */
  to: number
}

function chooseRange(
  request: FastifyRequest,
  file: StoredFile,
  etag: string,
  takesZstd: boolean,
): Range | undefined {
  const condition = request.headers['if-range']
  if (condition !== undefined && (condition !== etag || takesZstd)) return undefined
  return readRange(request.headers.range, file.byteLength)
}

/** One range of bytes (RFC 9110 14.1.2); several, or another unit, mean the whole file. */
export function readRange(header: string | undefined, length: number): Range | undefined {
  const match = /^bytes=(\d*)-(\d*)$/i.exec((header ?? '').replaceAll(/\s/g, ''))
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const [first, last] = [match[1] ?? '', match[2] ?? '']
  if (first === '') {
    const suffix = Math.min(Number(last), length)
    if (suffix === 0) throw unsatisfiable(length)
    return { from: length - suffix, to: length - 1 }
  }
  const from = Number(first)
  const to = last === '' ? length - 1 : Math.min(Number(last), length - 1)
  if (last !== '' && Number(last) < from) return undefined
  if (from >= length) throw unsatisfiable(length)
  return { from, to }
}

const unsatisfiable = (length: number) =>
  new ApiError(416, 'range_not_satisfiable', `The range is outside the file, which has ${length} bytes.`, {
    headers: { 'content-range': `bytes */${length}` },
  })
