// Wakes the worker of this process when an event is written, so that it need not wait for its next look.

const listeners = new Set<() => void>()
// On PostgreSQL an event is seen only when its transaction has committed, some milliseconds after it was written.
const DELAYS_MS = [5, 50]

let isPlanned = false
let isAskedAgain = false

export function onNudge(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function nudge(): void {
  isAskedAgain = isPlanned
  if (isPlanned || listeners.size === 0) return
  isPlanned = true
  for (const delayMs of DELAYS_MS) setTimeout(wakeListeners, delayMs).unref()
  setTimeout(finish, Math.max(...DELAYS_MS) + 1).unref()
}

function wakeListeners(): void {
  for (const listener of listeners) listener()
}

function finish(): void {
  isPlanned = false
  if (isAskedAgain) nudge()
}
