// Places for bodies and exports that are in memory while they are sent. Users take turns for them, and the caller that has
// sent most so far comes first. While callers wait for a place, as many slow connections give way; where none is slow, a
// user with several places gives one up for a user without any.
import {
  createFairSemaphore,
  type FairSemaphore,
  type FairSemaphoreOptions,
} from '#server/platform/concurrency/fair-semaphore.ts'
import { SECOND_MS } from '#server/platform/time.ts'

export interface Holder {
  /** Bytes that have gone over its connection; undefined when all have. */
  countBytes(): number | undefined
  /** Bytes that are here already while the holder waits: those who send little come last. */
  countArrived?(): number
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
  /** Too short to know how fast the bytes go; phones need a moment. */
  minHeldMs: number
  /** With 16 kB/s or more. */
  fastHeldMs: number
}

const BODY_PATIENCE: Patience = { minHeldMs: SECOND_MS / 4, fastHeldMs: 10 * SECOND_MS }
const FAST_BYTES_PER_MS = 16
const CHECK_EVERY_MS = 50

interface Held extends Holder {
  sender: string
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
    const { heldByNext } = semaphore
    isChecking = heldByNext !== undefined
    if (!isChecking) return
    const now = performance.now()
    const slow = findSlow(holders, patience, now).slice(0, semaphore.waiting)
    const yielding = slow.length === 0 && heldByNext === 0 ? findSpare(holders, patience, now) : slow
    for (const held of yielding) {
      holders.delete(held)
      held.giveWay()
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
      const turn = semaphore.acquire(sender, { signal, rank: holder.countArrived?.bind(holder) })
      if (!isChecking) check()
      const release = await turn
      const now = performance.now()
      const held: Held = {
        ...holder,
        sender,
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

/** The slowest first. */
function findSlow(holders: ReadonlySet<Held>, patience: Patience, now: number): Held[] {
  return [...holders]
    .filter((held) => mayGiveWay(held, patience, now))
    .sort((a, b) => a.bytesPerMs - b.bytesPerMs)
}

/** The slowest place of the sender with most; none where each has one. */
function findSpare(holders: ReadonlySet<Held>, { minHeldMs }: Patience, now: number): Held[] {
  const places = Object.values(Object.groupBy(holders, ({ sender }) => sender)).map((held = []) => held)
  const [most = []] = places.sort((a, b) => b.length - a.length)
  if (most.length < 2) return []
  return most
    .filter((held) => held.countBytes() !== undefined && now - held.enteredAt >= minHeldMs)
    .sort((a, b) => a.bytesPerMs - b.bytesPerMs)
    .slice(0, 1)
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
