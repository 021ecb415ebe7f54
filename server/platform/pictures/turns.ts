// Turns for pictures that users send, one at a time, whatever they are for: the user with the fewest megapixels lately comes
// first, counting the picture that waits.
import { createFairSemaphore } from '../concurrency/fair-semaphore.ts'
import { MINUTE_MS } from '../time.ts'

export interface PictureTurns {
  /** Resolves with the function that ends the turn; rejects as a fair semaphore does. */
  acquire(userId: string, megapixels: number, signal: AbortSignal): Promise<() => void>
}

const FORGOTTEN_MEGAPIXELS = 0.1

export function createPictureTurns(now = () => performance.now()): PictureTurns {
  // Eight of a user are those whose bodies are read at once.
  const turns = createFairSemaphore({ permits: 1, maxWaiting: 100, maxWaitingPerUser: 8 })
  /** Halved with each minute. */
  const spent = new Map<string, { megapixels: number; at: number }>()
  const readSpent = (userId: string) => {
    const { megapixels, at } = spent.get(userId) ?? { megapixels: 0, at: 0 }
    return megapixels / 2 ** ((now() - at) / MINUTE_MS)
  }
  const forget = () => {
    for (const userId of spent.keys()) if (readSpent(userId) < FORGOTTEN_MEGAPIXELS) spent.delete(userId)
  }
  return {
    async acquire(userId, megapixels, signal) {
      const rank = () => -(readSpent(userId) + megapixels)
      const end = await turns.acquire(userId, { signal, rank })
      forget()
      spent.set(userId, { megapixels: readSpent(userId) + megapixels, at: now() })
      return end
    },
  }
}

/** Shared by all users of this process. */
export const sentPictures = createPictureTurns()
