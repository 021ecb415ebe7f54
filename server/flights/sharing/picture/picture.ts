// Turns a drawing into the PNG that link previews show. One at a time, and the last ones are kept.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startDeadline } from '#server/platform/concurrency/deadline.ts'
import { createFairSemaphore } from '#server/platform/concurrency/fair-semaphore.ts'
import { createRecent } from '#server/platform/concurrency/recent.ts'
import { temporarilyUnavailable } from '#server/platform/errors.ts'
import { SECOND_MS } from '#server/platform/time.ts'

const MAX_DRAWING_MS = 60 * SECOND_MS
const MAX_WAIT_MS = 30 * SECOND_MS
const RETRY_AFTER_SECONDS = 10
/** Some 60 kB each. */
const MAX_RECENT = 100

const execute = promisify(execFile)
const program = fileURLToPath(new URL('./picture-process.ts', import.meta.url))
// Our own: a bare machine has none, and letters would be empty boxes. librsvg reads neither WOFF nor WOFF2.
const fonts = fileURLToPath(new URL('../../../../assets/fonts/pictures/fonts.conf', import.meta.url))

export interface Pictures {
  /** `key` names everything that the drawing depends on; the owner is whose turn it is. */
  draw(ownerId: string, key: string, draw: () => Promise<string>): Promise<Buffer>
}

export function createPictures(): Pictures {
  const recall = createRecent<Buffer>(MAX_RECENT)
  const turns = createFairSemaphore({ permits: 1, maxWaiting: 50, maxWaitingPerUser: 8 })
  const takeTurn = async (ownerId: string) => {
    const { signal, end } = startDeadline(MAX_WAIT_MS)
    try {
      return await turns.acquire(ownerId, { signal })
    } catch {
      throw tooMany()
    } finally {
      end()
    }
  }
  return {
    draw: (ownerId, key, draw) =>
      recall(key, async () => {
        const release = await takeTurn(ownerId)
        try {
          return await convert(await draw())
        } finally {
          release()
        }
      }),
  }
}

/** In a process of its own: the native library would take the threads in which passwords are hashed. */
async function convert(svg: string): Promise<Buffer> {
  const conversion = execute(process.execPath, [program], {
    encoding: 'buffer',
    env: { FONTCONFIG_FILE: fonts },
    timeout: MAX_DRAWING_MS,
    killSignal: 'SIGKILL',
  })
  conversion.child.stdin?.on('error', () => undefined).end(svg)
  return (await conversion).stdout
}

const tooMany = () =>
  temporarilyUnavailable(
    'Too many pictures are being drawn right now; try again shortly.',
    RETRY_AFTER_SECONDS,
  )
