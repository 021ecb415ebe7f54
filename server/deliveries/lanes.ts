// The receivers that are served at once: lanes keep slow and failing ones out of the way of fast ones, and within a lane no
// account has more than its share of the slots.

/** A receiver whose answers take this long on average is served in the slow lane. */
export const SLOW_MS = 2000
// How much the latest answer counts: one of 9 s makes a receiver slow, five quick ones make it fast again.
const LATEST_WEIGHT = 0.3

export const lanes = {
  fast: { slots: 100, slotsPerAccount: 10 },
  slow: { slots: 50, slotsPerAccount: 5 },
  failing: { slots: 50, slotsPerAccount: 5 },
} as const
export type Lane = keyof typeof lanes

/** The moving average after further answers; null when nothing was measured yet. */
export function averageLatency(averageMs: number | null, latenciesMs: readonly number[]): number | null {
  let average = averageMs
  for (const latency of latenciesMs)
    average = average === null ? latency : average + LATEST_WEIGHT * (latency - average)
  return average === null ? null : Math.round(average)
}

export interface Slots {
  free(): number
  /** Accounts that have all their slots in use. */
  busyAccounts(): string[]
  /** False when the lane or the account has no free slot. */
  take(accountId: string): boolean
  release(accountId: string): void
}

export function createSlots(lane: Lane): Slots {
  const { slots, slotsPerAccount } = lanes[lane]
  const used = new Map<string, number>()
  let total = 0
  return {
    free: () => slots - total,
    busyAccounts: () => [...used].filter(([, count]) => count >= slotsPerAccount).map(([account]) => account),
    take: (accountId) => {
      const count = used.get(accountId) ?? 0
      if (total >= slots || count >= slotsPerAccount) return false
      used.set(accountId, count + 1)
      total += 1
      return true
    },
    release: (accountId) => {
      const count = used.get(accountId) ?? 0
      if (count > 1) used.set(accountId, count - 1)
      else used.delete(accountId)
      total -= 1
    },
  }
}
