// One time for all nodes. On PostgreSQL it is the database's: the monotonic clock of this machine plus an offset that is
// measured at the start and every minute. A statement more for each request is not needed for that, and a clock of the
// machine that is wrong, or jumps, changes nothing.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import { MINUTE_MS, SECOND_MS } from '../time.ts'

const START_ATTEMPTS = 5
const ROUND_TRIPS = 5
const MEASURE_EVERY_MS = MINUTE_MS
export const WARN_AT_MS = SECOND_MS
const REFUSE_AT_MS = 30 * SECOND_MS

export interface Clock {
  /** Milliseconds since 1970, a whole number; never less than before. */
  readonly now: () => number
  /** How far the clock of this machine is ahead of the database's; negative when it is behind. */
  readonly skewMs: () => number
  /** False: the clock of this machine is so wrong that the node must not serve. */
  readonly isTrue: () => boolean
}

/** The embedded database has no other clock than the machine's. */
export const systemClock: Clock = { now: Date.now, skewMs: () => 0, isTrue: () => true }

export interface ClockSources {
  /** Milliseconds since 1970, as the database has it. */
  readDatabaseTime: () => Promise<number>
  /** The clock of this machine, which somebody may set. */
  wallClock?: () => number
  /** Counts milliseconds from anywhere, and is never set. */
  monotonicClock?: () => number
}

export interface DatabaseClock extends Clock {
  measure(): Promise<void>
}

export function createDatabaseClock({
  readDatabaseTime,
  wallClock = Date.now,
  monotonicClock = () => performance.now(),
}: ClockSources): DatabaseClock {
  let offsetMs = 0
  let skewMs = 0
  let last = 0

  const measureOnce = async () => {
    const sentAt = monotonicClock()
    const databaseTime = await readDatabaseTime()
    const roundTripMs = monotonicClock() - sentAt
    return {
      databaseTime: databaseTime + roundTripMs / 2,
      at: monotonicClock(),
      wall: wallClock(),
      roundTripMs,
    }
  }
  return {
    measure: async () => {
      // The shortest round trip errs least: by half of it at most.
      let best = await measureOnce()
      for (let trip = 1; trip < ROUND_TRIPS; trip++) {
        const next = await measureOnce()
        if (next.roundTripMs < best.roundTripMs) best = next
      }
      offsetMs = best.databaseTime - best.at
      skewMs = best.wall - best.databaseTime
    },
    // When the offset shrinks, time stands still until it is made up for.
    now: () => (last = Math.max(last, Math.floor(monotonicClock() + offsetMs))),
    skewMs: () => skewMs,
    isTrue: () => Math.abs(skewMs) < REFUSE_AT_MS,
  }
}

/** Throws when the clock of this machine is too wrong; ends with the signal. */
export async function startDatabaseClock(
  db: Database,
  log: Log,
  signal: AbortSignal,
  wallClock?: () => number,
): Promise<DatabaseClock> {
  const readDatabaseTime = async () => {
    const [row] = await db.checks<{ ms: number }>`
      select cast(extract(epoch from clock_timestamp()) * 1000 as double precision) as ms`
    return row?.ms ?? Number.NaN
  }
  const clock = createDatabaseClock({ readDatabaseTime, ...(wallClock ? { wallClock } : {}) })
  await measureFirst(clock)
  if (!clock.isTrue())
    throw new Error(`${describeSkew(clock)} Set the clock of this machine, then start again.`)
  warnOfSkew(clock, log)
  void keepMeasuring(clock, log, signal)
  return clock
}

/** A check has little time, and a machine on which much starts at once may miss it: that is no reason not to start. */
async function measureFirst(clock: DatabaseClock): Promise<void> {
  for (let attempt = 1; attempt < START_ATTEMPTS; attempt++) {
    const isMeasured = await clock.measure().then(
      () => true,
      () => false,
    )
    if (isMeasured) return
  }
  await clock.measure()
}

async function keepMeasuring(clock: DatabaseClock, log: Log, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(MEASURE_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined)
    if (signal.aborted) return
    // While the database is away, the last offset stands.
    await clock.measure().then(
      () => warnOfSkew(clock, log),
      () => undefined,
    )
  }
}

function warnOfSkew(clock: DatabaseClock, log: Log): void {
  if (Math.abs(clock.skewMs()) >= WARN_AT_MS)
    log.warn({ skewMs: Math.round(clock.skewMs()) }, describeSkew(clock))
}

export function describeSkew({ skewMs }: Clock): string {
  const seconds = (Math.abs(skewMs()) / SECOND_MS).toFixed(1)
  return `The clock of this machine is ${seconds} s ${skewMs() > 0 ? 'ahead of' : 'behind'} the database's.`
}
