// Files that are sent compressed.
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { invalidRequest, payloadTooLarge } from '#server/platform/errors.ts'

const unzip = promisify(gunzip)

/**
 * Recognised by the bytes, not by the header: real clients send the header with a plain body, and gzip without it.
 * A gzip bomb ends at the limit.
 */
export async function decompress(content: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  if (content[0] !== 0x1f || content[1] !== 0x8b) return content
  try {
    const bytes = await unzip(content, { maxOutputLength: maxBytes })
    return new Uint8Array(bytes)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes)
    throw invalidRequest('The body starts like gzip, but it is broken or cut off.')
  }
}

export function withoutGzip(name: string | undefined): string | undefined {
  return name?.replace(/(?<=.)\.gz$/i, '')
}

export const tooLarge = (maxBytes: number) =>
  payloadTooLarge(`The file is larger than ${maxBytes} bytes, the most this service accepts.`)
