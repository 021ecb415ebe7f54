// Reads that a replica may answer (DATABASE_REPLICAS).
//
// States of a replica:
//
//   USED   It follows, and is less than MAX_LAG_MS behind: reads go to all such, in turn.
//   LEFT   It could not be reached, or the check once a second found it gone, promoted, too far behind, or following
//          another primary. The next check that finds it well -> USED.
//
// How far it is behind is told by positions in the log: the primary's is noted once a second, and the age of the oldest
// one that the replica has not reached is its lag. Whether it has what one caller has written is another question, which
// each read asks for itself (`reading` in database.ts).
import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS, SECOND_MS } from '../../time.ts'
import { DatabaseUnavailableError, type FindPosition } from '../database.ts'
import type { PoolFigures, ReplicaFigures } from '../figures.ts'
import { createSql, isRead, type RunStatement, type Sql } from '../sql.ts'
import { type DatabaseLimits, type Lend, openPools } from './pools.ts'

const CHECK_EVERY_MS = SECOND_MS
const MAX_LAG_MS = 10 * SECOND_MS
/** A replica that lags by more is reported with this lag. */
const POSITIONS_KEPT_MS = HOUR_MS

export interface Replicas {
  /** For one read of one caller. */
  reading(primary: RunStatement, findPosition: FindPosition): Sql
  figures(): ReplicaFigures[]
  pools(): PoolFigures[]
  /** Ends the checks. */
  close(): Promise<void>
}

export function openReplicas(
  urls: readonly string[],
  limits: DatabaseLimits,
  primary: Sql,
  toRun: (lend: Lend) => RunStatement,
): Replicas {
  const closing = new AbortController()
  const positions: Position[] = []
  const replicas = urls.map((url, index) => createReplica(`replica ${index + 1}`, url, limits, toRun))
  const checking = [
    () => notePosition(primary, positions),
    ...replicas.map(
      ({ check }) =>
        () =>
          check(positions),
    ),
  ].map((work) => repeat(work, closing.signal))
  let turn = 0
  const choose = (): Replica | undefined => {
    turn = (turn + 1) % replicas.length
    return [...replicas.slice(turn), ...replicas.slice(0, turn)].find((replica) => replica.isUsed())
  }
  return {
    reading: (run, findPosition) => createReading(choose(), run, findPosition),
    figures: () => replicas.map((replica) => replica.figures()),
    pools: () => replicas.flatMap((replica) => replica.pools()),
    close: async () => {
      closing.abort()
      await Promise.all(checking)
      await Promise.all(replicas.map((replica) => replica.close()))
    },
  }
}

/** Failures are tried again: while the primary is away there is nothing to compare with. */
async function repeat(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await work().catch(() => undefined)
    await sleep(CHECK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/** Where the primary's log was at a time. */
interface Position {
  readonly lsn: bigint
  readonly at: number
  /** Made with the database's files: a standby of another installation has another. */
  readonly system: string
}

async function notePosition(primary: Sql, positions: Position[]): Promise<void> {
  const at = performance.now()
  const [row] = await primary<{ lsn: string; system: string }>`
    select pg_current_wal_lsn() as lsn, cast(system_identifier as text) as system from pg_control_system()`
  positions.push({ lsn: readLsn(row?.lsn), at, system: row?.system ?? '' })
  while ((positions[0]?.at ?? at) < at - POSITIONS_KEPT_MS) positions.shift()
}

/** `16/B374D848`: two halves of 32 bits. */
function readLsn(text: string | null | undefined): bigint {
  const [high = '0', low = '0'] = (text ?? '0/0').split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

function findLagMs(positions: readonly Position[], reached: bigint): number {
  const missed = positions.find(({ lsn }) => lsn > reached)
  return missed ? performance.now() - missed.at : 0
}

type Replica = ReturnType<typeof createReplica>

function createReplica(
  name: string,
  url: string,
  limits: DatabaseLimits,
  toRun: (lend: Lend) => RunStatement,
) {
  const pools = openPools({ urls: [url], mustWrite: false }, limits)
  const checks = createSql('postgres', toRun(pools.checks))
  const counts = { answered: 0, passedOn: 0 }
  let isUsed = false
  let lagSeconds = Number.NaN
  const check = async (positions: readonly Position[]) => {
    try {
      const [row] = await checks<{ is_standby: boolean; lsn: string | null; system: string }>`
        select pg_is_in_recovery() as is_standby, pg_last_wal_replay_lsn() as lsn,
          cast(system_identifier as text) as system
        from pg_control_system()`
      const lagMs = findLagMs(positions, readLsn(row?.lsn))
      lagSeconds = lagMs / SECOND_MS
      // Without a position of the primary there is no telling. A promoted replica has left its primary.
      isUsed = row?.is_standby === true && row.system === positions.at(-1)?.system && lagMs < MAX_LAG_MS
    } catch {
      isUsed = false
      lagSeconds = Number.NaN
      // Each read that waits there would wait for its time-out.
      pools.cut()
    }
  }
  return {
    run: toRun(pools.requests),
    check,
    isUsed: () => isUsed,
    noteFault: (error: unknown) => {
      if (error instanceof DatabaseUnavailableError) isUsed = false
    },
    noteRead: (isFresh: boolean) => {
      counts[isFresh ? 'answered' : 'passedOn'] += 1
    },
    figures: (): ReplicaFigures => ({ name, isUsed, lagSeconds, ...counts }),
    pools: () => pools.figures().map((pool) => ({ ...pool, name: `${name} ${pool.name}` })),
    close: () => pools.close(),
  }
}

/**
 * The first statement decides who answers: the replica, if it has what the caller has written, or the primary. The others
 * go to the same: each sees what those before it have seen, or later. A statement that fails on the replica runs on the
 * primary, and all that follows with it: the replica may be gone, be in the middle of replaying what conflicts with the
 * statement, or not have a column yet.
 */
function createReading(replica: Replica | undefined, primary: RunStatement, findPosition: FindPosition): Sql {
  let chosen: Promise<Replica | undefined> | undefined
  const decide = async (): Promise<Replica | undefined> => {
    if (!replica) return undefined
    try {
      const both = [primary, replica.run].map((run) => findPosition(createSql('postgres', run)))
      const [last, reached] = await Promise.all(both)
      const hasAll = last === reached
      replica.noteRead(hasAll)
      return hasAll ? replica : undefined
    } catch (error) {
      replica.noteFault(error)
      return undefined
    }
  }
  return createSql('postgres', async (text, values) => {
    // Writes by the way, such as a note about a damaged file.
    if (!isRead(text)) return primary(text, values)
    const reader = await (chosen ??= decide())
    if (!reader) return primary(text, values)
    try {
      return await reader.run(text, values)
    } catch (error) {
      reader.noteFault(error)
      chosen = Promise.resolve(undefined)
      return primary(text, values)
    }
  })
}
