// Turns an uploaded picture into a square WebP of 256 px, without metadata such as where it was taken.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startDeadline } from '#server/platform/concurrency/deadline.ts'
import { createFairSemaphore } from '#server/platform/concurrency/fair-semaphore.ts'
import { invalidRequest, payloadTooLarge, temporarilyUnavailable } from '#server/platform/errors.ts'
import { MINUTE_MS, SECOND_MS } from '#server/platform/time.ts'
import { EXIT_TOO_MANY_PIXELS, EXIT_UNREADABLE } from './image-limits.ts'

export const MAX_IMAGE_BYTES = 1_000_000
const MAX_CONVERSION_MS = 30 * SECOND_MS
const MAX_WAIT_MS = MINUTE_MS
const RETRY_AFTER_SECONDS = 5

export interface ProfileImage {
  /** SHA-256 of the bytes, hexadecimal: the picture's file name. */
  hash: string
  bytes: Uint8Array
}

/** One picture at a time, for which users take turns. */
const turns = createFairSemaphore({ permits: 1, maxWaiting: 100, maxWaitingPerUser: 4 })

export async function makeProfileImage(userId: string, bytes: Uint8Array): Promise<ProfileImage> {
  if (bytes.byteLength > MAX_IMAGE_BYTES) throw tooLarge()
  if (!hasImageSignature(bytes)) throw unreadable()
  const release = await takeTurn(userId)
  try {
    const webp = await convert(bytes)
    return { hash: createHash('sha256').update(webp).digest('hex'), bytes: webp }
  } finally {
    release()
  }
}

async function takeTurn(userId: string): Promise<() => void> {
  const { signal, end } = startDeadline(MAX_WAIT_MS)
  try {
    return await turns.acquire(userId, { signal })
  } catch {
    throw tooMany()
  } finally {
    end()
  }
}

const execute = promisify(execFile)
const program = fileURLToPath(new URL('./image-process.ts', import.meta.url))

/**
 * In a process of its own. In this one the native library would take libuv's threads, also from a worker thread, and
 * those are the ones in which passwords are hashed. It is given no environment: a picture is a stranger's.
 */
async function convert(bytes: Uint8Array): Promise<Uint8Array> {
  const conversion = execute(process.execPath, [program], {
    encoding: 'buffer',
    env: {},
    timeout: MAX_CONVERSION_MS,
    killSignal: 'SIGKILL',
  })
  // It may end before it has read everything.
  conversion.child.stdin?.on('error', () => undefined).end(bytes)
  try {
    return (await conversion).stdout
  } catch (error) {
    const { code, killed } = error as { code?: unknown; killed?: boolean }
    if (code === EXIT_TOO_MANY_PIXELS) throw tooManyPixels()
    if (code === EXIT_UNREADABLE || killed) throw unreadable()
    throw error
  }
}

export const tooLarge = () => payloadTooLarge('The picture is larger than 1 MB.')
const tooManyPixels = () => invalidRequest('The picture has more than 16 megapixels. Make it smaller first.')
const tooMany = () =>
  temporarilyUnavailable(
    'Too many pictures are being converted right now; try again shortly.',
    RETRY_AFTER_SECONDS,
  )
const unreadable = () =>
  invalidRequest('This file cannot be read as a picture. Use a JPEG, PNG, WebP, GIF or AVIF.')

/** Checks the first bytes, so that an SVG, which could refer to other files, is never opened. */
function hasImageSignature(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 32)).toString('latin1')
  return /^(\xFF\xD8\xFF|\x89PNG\r\n|GIF8[79]a|RIFF....WEBP|....ftypavi[fs])/s.test(start)
}
