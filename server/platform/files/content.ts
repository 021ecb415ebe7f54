// Checks that stored bytes are the file that was uploaded: a damaged or truncated one is not served.
import { hash as digest, subtle } from 'node:crypto'
import { promisify } from 'node:util'
import { crc32, zstdDecompress, zstdDecompressSync } from 'node:zlib'
import { free } from './memory.ts'

/** The largest MAX_UPLOAD_BYTES, and some more for bytes that compression makes longer. */
export const MAX_STORED_BYTES = 101 * 1024 ** 2

const decompress = promisify(zstdDecompress)
/** More is hashed in a thread: these hold up the event loop for half a millisecond. */
const MAX_HASHED_HERE = 131_072
/** More is decompressed in a thread: these hold up the event loop for about a millisecond. */
const MAX_OPENED_HERE = 524_288

/** The facts about a file in its row. */
export interface FileIdentity {
  /** SHA-256 of the file as it was uploaded. */
  readonly hash: string
  readonly byteLength?: number
  /**
   * The sum of the bytes as they were stored, which is quicker to compare: SHA-256, or for a file in the database what
   * `sumInside` gives. The same file may have been stored again, and compressed otherwise, so another one says
   * nothing yet. Null for files of earlier releases.
   */
  readonly storedHash?: string | null
}

export async function isWhole(compressed: Uint8Array, file: FileIdentity): Promise<boolean> {
  if (file.storedHash && (await sumOf(compressed)) === file.storedHash) return true
  const { byteLength = MAX_STORED_BYTES } = file
  try {
    const content = await openContent(compressed, byteLength)
    const sum = await sumOf(content)
    free(content)
    return sum === file.hash
  } catch {
    return false
  }
}

/** The file as it was uploaded; throws when it has more bytes than that. */
export async function openContent(compressed: Uint8Array, byteLength: number): Promise<Buffer> {
  // In one piece: by default the output grows in steps of 16 KiB.
  const chunkSize = Math.max(64, Math.min(byteLength, 1024 ** 2))
  const options = { chunkSize, maxOutputLength: Math.max(1, byteLength) }
  return byteLength > MAX_OPENED_HERE
    ? decompress(compressed, options)
    : zstdDecompressSync(compressed, options)
}

export async function sumOf(bytes: Uint8Array): Promise<string> {
  if (bytes.byteLength <= MAX_HASHED_HERE) return digest('sha256', bytes)
  return Buffer.from(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex')
}

/**
 * CRC-32, at a twentieth of the cost of SHA-256. It finds what has rotted in the database; anyone who can write there
 * could write any sum with it. Anyone who can write to a bucket cannot, so a file there never counts as whole by it.
 */
export function sumInside(bytes: Uint8Array): string {
  return crc32(bytes).toString(16).padStart(8, '0')
}
