// Wakes the workers of this process when an event is recorded, without waiting for their next poll.
import type { EventSignal } from '#server/platform/services.ts'

// An event is recorded inside a transaction and seen by others only after its commit, some milliseconds later: the
// first call finds most events, the second those whose commit took longer.
const DELAYS_MS = [5, 50] as const

/**
 * States: IDLE, and SCHEDULED from a notification until both calls are over. Notifications while SCHEDULED are
 * remembered as one and schedule both calls again at its end, so a stream of events costs a few timers, not two each.
 *
 *   0 ms    notify()      IDLE -> SCHEDULED
 *   5 ms    listeners are called
 *   20 ms   notify()      remembered
 *   50 ms   listeners are called
 *   51 ms   SCHEDULED again for the notification at 20 ms; without it IDLE
 */
export function createEventSignal(): EventSignal {
  const listeners = new Set<() => void>()
  let isScheduled = false
  let isNotifiedAgain = false

  const callListeners = () => {
    for (const listener of listeners) listener()
  }
  const finish = () => {
    isScheduled = false
    if (isNotifiedAgain) notify()
  }
  const notify = () => {
    isNotifiedAgain = isScheduled
    if (isScheduled || listeners.size === 0) return
    isScheduled = true
    for (const delayMs of DELAYS_MS) setTimeout(callListeners, delayMs).unref()
    setTimeout(finish, Math.max(...DELAYS_MS) + 1).unref()
  }
  return {
    notify,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
