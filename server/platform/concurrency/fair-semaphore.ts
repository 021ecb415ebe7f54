export interface FairSemaphore {
  /** Callers that wait, of all users. */
  readonly waiting: number
  /** Permits that somebody has. */
  readonly held: number
  /** Whether somebody waits for others to give permits back, and not only for the own share. */
  readonly isShort: boolean
  /**
   * Resolves with the function that gives the permits back; calling it again does nothing. Rejects with the reason of
   * the signal when that is aborted first, and with a QueueFullError when too many wait already.
   */
  acquire(user: string, options?: { permits?: number; signal?: AbortSignal }): Promise<() => void>
}

export interface FairSemaphoreOptions {
  permits: number
  /** The limit for one user; a larger request in one call gets so many. */
  permitsPerUser?: number | undefined
  maxWaiting?: number | undefined
  maxWaitingPerUser?: number | undefined
}

export class QueueFullError extends Error {}

interface Caller {
  permits: number
  start: () => void
}

interface User {
  held: number
  waiting: Caller[]
}

/**
 * Permits for which users take turns, however many callers each of them has; those of one user come in their order. Who
 * holds least comes first.
 */
export function createFairSemaphore(options: FairSemaphoreOptions): FairSemaphore {
  const { permits: all, permitsPerUser = all } = options
  const { maxWaiting = Infinity, maxWaitingPerUser = maxWaiting } = options
  // A user who is served, or gives back, goes to the end.
  const users = new Map<string, User>()
  let free = all
  let waiting = 0

  const findTurn = (): { name: string; user: User; next: Caller } | undefined => {
    let turn: { name: string; user: User; next: Caller } | undefined
    if (waiting === 0) return undefined
    for (const [name, user] of users) {
      const [next] = user.waiting
      if (!next || user.held + next.permits > permitsPerUser) continue
      if (!turn || user.held < turn.user.held) turn = { name, user, next }
    }
    return turn
  }
  const serve = () => {
    // It is this user's turn: no smaller wish overtakes.
    for (let turn = findTurn(); turn && turn.next.permits <= free; turn = findTurn()) {
      const { name, user, next } = turn
      user.waiting.shift()
      user.held += next.permits
      free -= next.permits
      waiting--
      users.delete(name)
      users.set(name, user)
      next.start()
    }
  }
  const giveBack = (name: string, user: User, permits: number) => {
    user.held -= permits
    free += permits
    users.delete(name)
    if (user.held > 0 || user.waiting.length > 0) users.set(name, user)
    serve()
  }
  const leave = (name: string, user: User, caller: Caller) => {
    user.waiting.splice(user.waiting.indexOf(caller), 1)
    waiting--
    if (user.held === 0 && user.waiting.length === 0) users.delete(name)
    serve()
  }

  return {
    get waiting() {
      return waiting
    },
    get held() {
      return all - free
    },
    get isShort() {
      return findTurn() !== undefined
    },
    async acquire(name, { permits: wanted = 1, signal } = {}) {
      signal?.throwIfAborted()
      const permits = Math.min(wanted, permitsPerUser)
      const user = users.get(name) ?? { held: 0, waiting: [] }
      users.set(name, user)
      let isStarted = false
      const started = Promise.withResolvers<void>()
      const caller: Caller = {
        permits,
        start: () => {
          isStarted = true
          started.resolve()
        },
      }
      user.waiting.push(caller)
      waiting++
      serve()
      if (!isStarted) {
        if (waiting > maxWaiting || user.waiting.length > maxWaitingPerUser) {
          leave(name, user, caller)
          throw new QueueFullError('too many callers wait already')
        }
        const abort = () => {
          if (isStarted) return
          leave(name, user, caller)
          started.reject(signal?.reason as Error)
        }
        signal?.addEventListener('abort', abort, { once: true })
        await started.promise
        signal?.removeEventListener('abort', abort)
      }
      let isHeld = true
      return () => {
        if (isHeld) giveBack(name, user, permits)
        isHeld = false
      }
    },
  }
}
