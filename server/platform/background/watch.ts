// A node's view of the works: it reads every second how the operator has set them, and writes from time to time how they
// went.
import { createSignal, type Signal } from '../concurrency/signal.ts'
import type { Database } from '../database/database.ts'
import { SECOND_MS } from '../time.ts'
import { addTallies, listWorks, type Progressed, setProgress, type Tally, type WorkRow } from './store.ts'

const READ_EVERY_MS = SECOND_MS
const WRITE_EVERY_MS = 10 * SECOND_MS
const MAX_ERROR_LENGTH = 500

interface WatchServices {
  db: Database
  now: () => number
}

/** How fast a work goes. */
export interface Pace {
  /** Counts entries that were done. */
  count(done: number): void
  /** Why an entry was not: the last reason is shown. */
  noteError(error: Error | string): void
  progress(progress: Progressed | null): Promise<void>
}

/** For a run outside the jobs. */
export const unpaced: Pace = {
  count: () => undefined,
  noteError: () => undefined,
  progress: async () => undefined,
}

export interface WatchedWork {
  pace: Pace
  /** Aborted when the work is paused or the watch ends; another after it was resumed. */
  signal(): AbortSignal
  /** Resolves at once unless it is paused; when the watch ends, too. */
  untilResumed(): Promise<void>
  noteRun(error?: Error): void
}

export interface Watch {
  work(name: string): WatchedWork
  /** Pauses all for good; what was noted is written at `close`. */
  stop(): void
  close(): Promise<void>
}

interface Gate {
  row: WorkRow | undefined
  stop: AbortController
  changed: Signal
  tally: Tally | undefined
}

export function startWatch(services: WatchServices, names: readonly string[]): Watch {
  const db = services.db.forJobs()
  const ended = new AbortController()
  const gates = new Map(names.map((name) => [name, createGate()]))
  let isKnown = false
  let writeAt = performance.now() + WRITE_EVERY_MS

  const read = async () => {
    const rows = new Map((await listWorks(db.sql)).map((row) => [row.name, row]))
    isKnown = true
    for (const [name, gate] of gates) {
      gate.row = rows.get(name)
      if (isPaused(gate)) gate.stop.abort()
      gate.changed.notify()
    }
  }
  const write = async () => {
    const noted = [...gates].flatMap(([name, { tally }]) => (tally ? [[name, tally] as const] : []))
    for (const gate of gates.values()) gate.tally = undefined
    await addTallies(db.sql, services.now(), new Map(noted))
  }
  const tick = async () => {
    // While the database is away, the last view stands.
    await read().catch(() => undefined)
    const hasFailed = [...gates.values()].some(({ tally }) => (tally?.failedAt ?? null) !== null)
    if (performance.now() < writeAt && !hasFailed) return
    writeAt = performance.now() + WRITE_EVERY_MS
    await write().catch(() => undefined)
  }
  // One after the other: a slow one would bring back what a later one has seen end.
  let ticking: Promise<void> | undefined
  const tickAlone = () => (ticking ??= tick().finally(() => (ticking = undefined)))
  void tickAlone()
  const timer = setInterval(() => void tickAlone(), READ_EVERY_MS).unref()
  const isClosed = (gate: Gate) => !isKnown || isPaused(gate)
  return {
    work: (name) => {
      const gate = gates.get(name)!
      return {
        pace: createPace({ db, now: services.now }, name, gate),
        signal: () => gate.stop.signal,
        untilResumed: async () => {
          while (isClosed(gate) && !ended.signal.aborted) await gate.changed.wait(READ_EVERY_MS, ended.signal)
          if (gate.stop.signal.aborted && !ended.signal.aborted) gate.stop = new AbortController()
        },
        noteRun: (error) => note(gate, services.now(), error),
      }
    },
    stop: () => {
      ended.abort()
      for (const { stop } of gates.values()) stop.abort()
    },
    close: async () => {
      clearInterval(timer)
      await write().catch(() => undefined)
    },
  }
}

function createGate(): Gate {
  return { row: undefined, stop: new AbortController(), changed: createSignal(), tally: undefined }
}

const isPaused = ({ row }: Gate) => (row?.paused_at ?? null) !== null

function note(gate: Gate, nowMs: number, error?: Error | string): void {
  gate.tally ??= { ranAt: nowMs, failedAt: null, lastError: null, done: 0 }
  gate.tally.ranAt = nowMs
  if (error === undefined) return
  gate.tally.failedAt = nowMs
  const message = typeof error === 'string' ? error : error.message
  gate.tally.lastError = message.slice(0, MAX_ERROR_LENGTH)
}

function createPace({ db, now }: WatchServices, name: string, gate: Gate): Pace {
  return {
    count: (done) => {
      note(gate, now())
      gate.tally!.done += done
    },
    noteError: (error) => note(gate, now(), error),
    progress: (progress) => setProgress(db.sql, now(), name, progress),
  }
}
