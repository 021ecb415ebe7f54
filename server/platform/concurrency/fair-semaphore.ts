export interface FairSemaphore {
  /** Callers waiting, over all users. */
  readonly waiting: number
  /** Permits in use. */
  readonly held: number
  /**
   * Resolves with the function that gives the permits back; calling it again does nothing. Rejects with the reason of
   * the signal when that is aborted first, and with a QueueFullError when too many wait already.
   */
  acquire(user: string, options?: AcquireOptions): Promise<() => void>
}

export interface AcquireOptions {
  permits?: number
  signal?: AbortSignal
}

export interface FairSemaphoreOptions {
  permits: number
  /** The share of one user; a caller asking for more gets this many. */
  permitsPerUser?: number | undefined
  maxWaiting?: number | undefined
  maxWaitingPerUser?: number | undefined
}

export class QueueFullError extends Error {}

interface Caller {
  permits: number
  start: () => void
  refuse: (reason: Error) => void
}

interface User {
  name: string
  held: number
  /** Callers in possession of permits. */
  served: number
  waiting: Caller[]
}

interface Turn {
  user: User
  next: Caller
}

/**
 * Permits for which users take turns, however many callers each of them has. The user holding least comes first. A full
 * queue drops the newest caller of the user with most callers: a user with one is not refused because of one with many.
 */
export function createFairSemaphore(options: FairSemaphoreOptions): FairSemaphore {
  const { permits: all, permitsPerUser = all } = options
  const { maxWaiting = Infinity, maxWaitingPerUser = maxWaiting } = options
  // A user who is served, or gives back, goes to the end.
  const users = new Map<string, User>()
  let free = all
  let waiting = 0

  const findTurn = (): Turn | undefined => {
    let turn: Turn | undefined
    if (waiting === 0) return undefined
    for (const user of users.values()) {
      const [next] = user.waiting
      if (!next || user.held + next.permits > permitsPerUser) continue
      if (!turn || user.held < turn.user.held) turn = { user, next }
    }
    return turn
  }
  const moveToEnd = (user: User) => {
    users.delete(user.name)
    if (user.served > 0 || user.waiting.length > 0) users.set(user.name, user)
  }
  const leave = (user: User, caller: Caller) => {
    user.waiting.splice(user.waiting.indexOf(caller), 1)
    waiting--
    if (user.served === 0 && user.waiting.length === 0) users.delete(user.name)
  }
  const serve = () => {
    // A smaller wish of another user does not overtake the one whose turn it is.
    for (let turn = findTurn(); turn && turn.next.permits <= free; turn = findTurn()) {
      const { user, next } = turn
      user.held += next.permits
      user.served++
      free -= next.permits
      leave(user, next)
      moveToEnd(user)
      next.start()
    }
  }
  const giveBack = (user: User, permits: number) => {
    user.held -= permits
    user.served--
    free += permits
    moveToEnd(user)
    serve()
  }
  const dropNewest = (user: User) => {
    const newest = user.waiting.at(-1)!
    leave(user, newest)
    newest.refuse(new QueueFullError('too many callers wait already'))
    serve()
  }

  return {
    get waiting() {
      return waiting
    },
    get held() {
      return all - free
    },
    async acquire(name, { permits: wanted = 1, signal } = {}) {
      signal?.throwIfAborted()
      const permits = Math.min(wanted, permitsPerUser)
      const user = users.get(name) ?? { name, held: 0, served: 0, waiting: [] }
      users.set(name, user)
      const started = Promise.withResolvers<void>()
      const caller: Caller = { permits, start: started.resolve, refuse: started.reject }
      user.waiting.push(caller)
      waiting++
      serve()
      if (user.waiting.length > maxWaitingPerUser) dropNewest(user)
      else if (waiting > maxWaiting) dropNewest(findBusiest(users.values(), user))
      const abort = () => {
        if (!user.waiting.includes(caller)) return
        leave(user, caller)
        caller.refuse(signal?.reason as Error)
        serve()
      }
      signal?.addEventListener('abort', abort, { once: true })
      await started.promise.finally(() => signal?.removeEventListener('abort', abort))
      let isHeld = true
      return () => {
        if (isHeld) giveBack(user, permits)
        isHeld = false
      }
    },
  }
}

/** The user with the most callers among those who wait; the newest one where no other has more. */
function findBusiest(users: Iterable<User>, newest: User): User {
  const countCallers = ({ served, waiting }: User) => served + waiting.length
  let busiest = newest
  for (const user of users)
    if (user.waiting.length > 0 && countCallers(user) > countCallers(busiest)) busiest = user
  return busiest
}
