// Serves receivers that are due: one worker to each of them, many receivers at once, by lanes.
import type { Signal } from '#server/platform/concurrency/signal.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createHeartbeat } from '#server/platform/database/leases.ts'
import { createSlots, type Lane, lanes, type Slots } from './lanes.ts'
import type { DueReceiver, ReceiverClaim, Receivers, Wanted } from './receivers.ts'

const MAX_LEASE_MS = 15_000
const MARGIN_MS = 1_000
// How long a graceful stop waits for receivers to answer; the rest is sent again by another worker.
const STOP_GRACE_MS = 5000

/** Long enough for two attempts, where attempts are short: then a crash is made up for sooner. */
export function toLeaseMs(timeoutMs: number): number {
  return Math.min(MAX_LEASE_MS, 2 * timeoutMs + MARGIN_MS)
}

export interface Served {
  readonly receivers: Receivers
  readonly leaseMs: number
  listDue(wanted: Wanted): Promise<DueReceiver[]>
  /** Sends what is due to a receiver, and releases it. */
  serve(claim: ReceiverClaim): Promise<void>
}

export interface Signals {
  /** No new attempts. */
  stopping: AbortSignal
  /** The attempts in progress are aborted too. */
  aborting: AbortSignal
}

export interface Worker {
  /** Claims due receivers while there are free slots, and starts sending; returns how many it claimed. */
  start(): Promise<number>
  /** Resolves when every claimed receiver has been released. */
  finish(): Promise<void>
}

interface WorkerServices {
  readonly db: Database
  readonly now: () => number
}

export function createWorker(
  services: WorkerServices,
  served: Served,
  { stopping, onSlotFree }: { stopping: AbortSignal; onSlotFree?: () => void },
): Worker {
  const heartbeat = createHeartbeat(services, served.receivers, served.leaseMs)
  const running = new Set<Promise<void>>()

  const startLane = async (lane: Lane, slots: Slots) => {
    let started = 0
    for (let mayBeMore = true; mayBeMore && slots.free() > 0 && !stopping.aborted;) {
      const claimed = await claimDue(services, served, lane, slots)
      for (const { claim, accountId } of claimed.claims) {
        heartbeat.begin(claim)
        const run = served.serve(claim).finally(() => {
          heartbeat.end(claim)
          running.delete(run)
          slots.release(accountId)
          onSlotFree?.()
        })
        running.add(run)
      }
      started += claimed.claims.length
      mayBeMore = claimed.mayBeMore
    }
    return started
  }

  const slots = { fast: createSlots('fast'), slow: createSlots('slow'), failing: createSlots('failing') }
  return {
    start: async () =>
      (await startLane('fast', slots.fast)) +
      (await startLane('slow', slots.slow)) +
      (await startLane('failing', slots.failing)),
    finish: async () => {
      await Promise.all(running)
    },
  }
}

/** Leases the due receivers for which there are slots, which are taken. */
async function claimDue({ db, now }: WorkerServices, served: Served, lane: Lane, slots: Slots) {
  // More than there are slots: some accounts have more due than they get slots for.
  const limit = 2 * lanes[lane].slots
  const { receivers, leaseMs } = served
  const due = await served.listDue({ lane, limit, busyAccounts: slots.busyAccounts() })
  const chosen = due.filter((receiver) => slots.take(receiver.account_id))
  let leased: ReceiverClaim[] = []
  try {
    const ids = chosen.map(({ id }) => id)
    if (ids.length > 0) leased = await receivers.claimDue(db.sql, now(), ids, leaseMs)
  } finally {
    const claimed = new Set(leased.map(({ id }) => id))
    for (const { id, account_id } of chosen) if (!claimed.has(id)) slots.release(account_id)
  }
  const accounts = new Map(chosen.map(({ id, account_id }) => [id, account_id]))
  const claims = leased.map((claim) => ({ claim, accountId: accounts.get(claim.id) ?? '' }))
  // Next time the accounts that are busy now are passed over.
  return { claims, mayBeMore: claims.length > 0 && due.length === limit }
}

/** Runs until it is stopped and polls by itself; after an error the job runner starts it again. */
export async function keepServing(
  start: (signals: Signals, onSlotFree: () => void) => Worker,
  signal: AbortSignal,
  wake: Signal,
  pollMs: number,
): Promise<void> {
  const aborting = new AbortController()
  const worker = start({ stopping: signal, aborting: aborting.signal }, wake.notify)
  try {
    while (!signal.aborted) {
      await worker.start()
      await wake.wait(pollMs, signal)
    }
  } finally {
    const timer = setTimeout(() => aborting.abort(), signal.aborted ? STOP_GRACE_MS : 0)
    await worker.finish()
    clearTimeout(timer)
  }
}

/** Sends everything that is due, until nothing is; for tests and for a worker that runs once. */
export async function serveOnce(start: (signals: Signals) => Worker): Promise<void> {
  const { signal } = new AbortController()
  const worker = start({ stopping: signal, aborting: signal })
  while ((await worker.start()) > 0) await worker.finish()
}
