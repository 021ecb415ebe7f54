// Fixed windows, each starting with its first request. In memory on one node; in PostgreSQL when nodes share them.
import type { Services } from '#server/platform/services.ts'
import type { Count, Quota } from './quota.ts'
import { addToSharedCounter, returnToSharedCounter } from '../store.ts'

/** Counts one request with so many files, all of them or none; undefined while the counters cannot be reached. */
export interface CountRequest {
  (name: string, quota: Quota, files: number): Promise<Count | undefined>
}

export interface Counters extends CountRequest {
  /** A request that was counted, but refused for another reason. */
  giveBack(name: string, files: number): void
  /** For the metric: a request was served although a counter could not be reached. */
  noteUncounted(): void
}

const MAX_COUNTERS = 200_000
const SHARED_TIMEOUT_MS = 1_000
const PAUSE_AFTER_FAULT_MS = 1_000
const TIMEOUT_SLICES = 10

type CounterServices = Pick<Services, 'db' | 'now' | 'log' | 'metrics'>

export function createCounters(services: CounterServices, prefix: string): Counters {
  return services.db.engine === 'postgres'
    ? createSharedCounters(services, prefix)
    : createMemoryCounters(services.now)
}

export function createMemoryCounters(now: () => number): Counters {
  const counts = new Map<string, Count>()
  let sweepAt = 0
  const countRequest: CountRequest = async (name, quota, files) => {
    const time = now()
    if (time >= sweepAt) {
      for (const [other, count] of counts) if (count.endsAt <= time) counts.delete(other)
      sweepAt = time + quota.windowMs
    }
    const count = counts.get(name)
    if (!count || count.endsAt <= time) {
      const fresh = {
        endsAt: time + quota.windowMs,
        requests: 1,
        uploads: files,
        isRefused: false,
      }
      if (!count && counts.size >= MAX_COUNTERS) forgetOldest(counts)
      counts.set(name, fresh)
      return { ...fresh }
    }
    const isRefused = isUsedUp(count, quota, files)
    if (!isRefused) {
      count.requests += 1
      count.uploads += files
    }
    // A copy: the next request must not change what this one reads after an await.
    return { endsAt: count.endsAt, requests: count.requests, uploads: count.uploads, isRefused }
  }
  const giveBack = (name: string, files: number) => {
    const count = counts.get(name)
    if (!count) return
    count.requests -= 1
    count.uploads -= files
  }
  return Object.assign(countRequest, { giveBack, noteUncounted: () => undefined })
}

function isUsedUp(count: Count, quota: Quota, files: number): boolean {
  if (quota.requests > 0 && count.requests >= quota.requests) return true
  return files > 0 && quota.uploads > 0 && count.uploads + files > quota.uploads
}

/** A flood of addresses must not fill the memory: the oldest counter starts over. */
function forgetOldest(counts: Map<string, Count>): void {
  for (const name of counts.keys()) {
    counts.delete(name)
    return
  }
}

function createSharedCounters(services: CounterServices, prefix: string): Counters {
  const faults = services.metrics.counter(
    'rate_limit_store_faults_total',
    'Requests served uncounted because the rate limit counters could not be reached',
  )
  let pausedUntil = 0
  const countRequest: CountRequest = async (name, quota, files) => {
    if (performance.now() < pausedUntil) return undefined
    try {
      const counting = addToSharedCounter(services.db.sql, services.now(), prefix + name, quota, files)
      return await withTimeout(SHARED_TIMEOUT_MS, counting)
    } catch (error) {
      pausedUntil = performance.now() + PAUSE_AFTER_FAULT_MS
      services.log.warn(
        { err: error },
        'rate limit counters cannot be reached; requests are served uncounted',
      )
      return undefined
    }
  }
  const giveBack = (name: string, files: number) =>
    void returnToSharedCounter(services.db.sql, prefix + name, files).catch(() => undefined)
  return Object.assign(countRequest, { giveBack, noteUncounted: () => faults.inc() })
}

/** Waits in slices: when this process itself was held up, the answer may have arrived meanwhile. */
async function withTimeout<Value>(timeoutMs: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    let slicesLeft = TIMEOUT_SLICES
    const passSlice = () => {
      slicesLeft -= 1
      if (slicesLeft === 0) reject(new Error(`no answer within ${timeoutMs} ms`))
    }
    timer = setInterval(passSlice, timeoutMs / TIMEOUT_SLICES)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearInterval(timer)
  }
}
