// Converts pictures in a separate process: in this one the native library would take libuv's threads, also from a
// worker thread, and those are the ones in which passwords are hashed. Users take turns for it.
import { execFile } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startDeadline } from '../concurrency/deadline.ts'
import { createFairSemaphore, type FairSemaphore } from '../concurrency/fair-semaphore.ts'
import { temporarilyUnavailable } from '../errors.ts'
import { MINUTE_MS } from '../time.ts'

const MEGABYTE = 1_000_000
const MAX_WAIT_MS = MINUTE_MS
const RETRY_AFTER_SECONDS = 5

const execute = promisify(execFile)

export interface ConverterOptions {
  /** Reads standard input, and writes the result to standard output. */
  program: URL
  /** Nothing of this process's own: a picture is a stranger's. */
  env?: Record<string, string>
  turns: FairSemaphore
  /** Then the process is ended. */
  maxMs: number
}

/** The program ended without a result. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError'
  /** With which it exited; null when it was ended: by the time limit, by a fault of the decoder, or for want of memory. */
  readonly exitCode: number | null

  constructor(exitCode: number | null, cause: unknown) {
    super('a picture could not be converted', { cause })
    this.exitCode = exitCode
  }
}

export interface Picture {
  /** Called when it is the picture's turn. */
  read: () => Promise<Uint8Array | string> | Uint8Array | string
  signal?: AbortSignal | undefined
}

export type Convert = (userId: string, picture: Picture) => Promise<Buffer>

/** One picture at a time. Eight of a user are those whose bodies are read at once. */
export const createPictureTurns = () =>
  createFairSemaphore({ permits: 1, maxWaiting: 100, maxWaitingPerUser: 8 })

/** For pictures that users send, whatever they are for: shared by all users of this process. */
export const sentPictures = createPictureTurns()

/** Tests convert in a process that stays. */
export const conversions = { run: runProcess }

export function createConverter(options: ConverterOptions): Convert {
  return async (userId, picture) => {
    const release = await takeTurn(options.turns, userId, picture)
    try {
      return await conversions.run(options, await picture.read())
    } finally {
      release()
    }
  }
}

async function takeTurn(turns: FairSemaphore, userId: string, picture: Picture): Promise<() => void> {
  const { signal, end } = startDeadline(MAX_WAIT_MS, picture.signal)
  try {
    return await turns.acquire(userId, { signal })
  } catch (error) {
    // The reason of an abort is the answer.
    picture.signal?.throwIfAborted()
    throw tooMany(error)
  } finally {
    end()
  }
}

/** The code that this process has compiled, where it keeps it: the program then starts in less than half the time. */
const cacheDir = getCompileCacheDir()
const compiled: Record<string, string> =
  cacheDir === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cacheDir) }

async function runProcess(
  { program, env = {}, maxMs }: ConverterOptions,
  input: Uint8Array | string,
): Promise<Buffer> {
  const conversion = execute(process.execPath, [fileURLToPath(program)], {
    encoding: 'buffer',
    env: { ...compiled, ...env },
    timeout: maxMs,
    killSignal: 'SIGKILL',
    maxBuffer: 16 * MEGABYTE,
  })
  // It may end before it has read everything.
  conversion.child.stdin?.on('error', () => undefined).end(input)
  try {
    return (await conversion).stdout
  } catch (error) {
    const { code } = error as { code?: unknown }
    throw new ConversionError(typeof code === 'number' ? code : null, error)
  }
}

const tooMany = (cause: unknown) =>
  temporarilyUnavailable(
    'Too many pictures are being converted right now; try again shortly.',
    RETRY_AFTER_SECONDS,
    cause,
  )
