// Whether this machine has a core to spare.
import { cpus } from 'node:os'

const INTERVAL_MS = 2_000
/** Of one core, over an interval: less is given back by the work that is there before somebody new has started. */
const MIN_IDLE_CORES = 0.5

interface Ticks {
  idle: number
  total: number
}

/** Calls back after each interval in which half a core or more had nothing to do; gives the function that ends it. */
export function watchIdle(onIdle: () => void, read = readTicks, intervalMs = INTERVAL_MS): () => void {
  let before = read()
  const timer = setInterval(() => {
    const now = read()
    if (countIdleCores(before, now) >= MIN_IDLE_CORES) onIdle()
    before = now
  }, intervalMs)
  return () => clearInterval(timer)
}

function countIdleCores(before: Ticks, now: Ticks): number {
  const total = now.total - before.total
  return total > 0 ? ((now.idle - before.idle) / total) * cpus().length : 0
}

function readTicks(): Ticks {
  const ticks = { idle: 0, total: 0 }
  for (const { times } of cpus()) {
    ticks.idle += times.idle
    ticks.total += Object.values(times).reduce((sum, time) => sum + time, 0)
  }
  return ticks
}
