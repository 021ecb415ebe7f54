// Places for what is in memory while it is sent: bodies, and exports. Users take turns for them. When all are taken and
// somebody waits, the one whose bytes go most slowly gives way, so slow connections cannot keep a place from others.
import {
  createFairSemaphore,
  type FairSemaphore,
  type FairSemaphoreOptions,
} from '#server/platform/concurrency/fair-semaphore.ts'
import { SECOND_MS } from '#server/platform/time.ts'

export interface Holder {
  /** Bytes that have gone over its connection; undefined when all have. */
  countBytes(): number | undefined
  giveWay(): void
}

export interface Pool extends Pick<FairSemaphore, 'held' | 'waiting'> {
  /** Resolves with the place, which the holder leaves once; rejects as a semaphore does. */
  enter(sender: string, holder: Holder, signal: AbortSignal): Promise<Place>
}

export interface Place {
  leave: () => void
  /** It waits for something else now: it is the first to give way. */
  setIdle: () => void
}

/** How long a place is safe. */
export interface Patience {
  /** Until then the speed of the bytes is unknown; phones need a moment. */
  minHeldMs: number
  /** With 16 kB/s or more. */
  fastHeldMs: number
}

const BODY_PATIENCE: Patience = { minHeldMs: SECOND_MS / 2, fastHeldMs: 10 * SECOND_MS }
const FAST_BYTES_PER_MS = 16
const CHECK_EVERY_MS = 100

interface Held extends Holder {
  enteredAt: number
  /** When it was last measured. */
  bytesPerMs: number
  isIdle: boolean
  sampledAt: number
  sampledBytes: number
}

export function createPool(options: FairSemaphoreOptions, patience = BODY_PATIENCE): Pool {
  const semaphore = createFairSemaphore(options)
  const holders = new Set<Held>()
  let isChecking = false

  const check = () => {
    isChecking = semaphore.isShort
    if (!isChecking) return
    const slowest = findSlowest(holders, patience, performance.now())
    if (slowest) {
      holders.delete(slowest)
      slowest.giveWay()
    }
    setTimeout(check, CHECK_EVERY_MS).unref()
  }

  return {
    get held() {
      return semaphore.held
    },
    get waiting() {
      return semaphore.waiting
    },
    async enter(sender, holder, signal) {
      const turn = semaphore.acquire(sender, { signal })
      if (!isChecking) check()
      const release = await turn
      const now = performance.now()
      const held: Held = {
        ...holder,
        enteredAt: now,
        bytesPerMs: 0,
        isIdle: false,
        sampledAt: now,
        sampledBytes: holder.countBytes() ?? 0,
      }
      holders.add(held)
      return {
        leave: () => {
          holders.delete(held)
          release()
        },
        setIdle: () => {
          held.isIdle = true
        },
      }
    },
  }
}

function findSlowest(holders: ReadonlySet<Held>, patience: Patience, now: number): Held | undefined {
  let slowest: Held | undefined
  for (const held of holders) {
    if (!mayGiveWay(held, patience, now)) continue
    if (!slowest || held.bytesPerMs < slowest.bytesPerMs) slowest = held
  }
  return slowest
}

function mayGiveWay(held: Held, { minHeldMs, fastHeldMs }: Patience, now: number): boolean {
  if (held.isIdle) {
    held.bytesPerMs = 0
    return true
  }
  const bytes = held.countBytes()
  // It is worked on, and will end by itself.
  if (bytes === undefined || now - held.enteredAt < minHeldMs) return false
  const elapsedMs = now - held.sampledAt
  if (elapsedMs >= minHeldMs) {
    held.bytesPerMs = (bytes - held.sampledBytes) / elapsedMs
    held.sampledAt = now
    held.sampledBytes = bytes
  }
  return held.bytesPerMs < FAST_BYTES_PER_MS || now - held.enteredAt >= fastHeldMs
}
