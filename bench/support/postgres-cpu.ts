// CPU time of a PostgreSQL server (Linux): with all its processes, or only of those that answer clients.
import { readdirSync, readFileSync } from 'node:fs'
import type { Sql } from '#server/platform/database/database.ts'
import { readTimes, TICK_MICROSECONDS, type Times } from './process-times.ts'

/** A function that tells how many microseconds have been used so far. */
export async function watchPostgres(sql: Sql): Promise<() => number> {
  const postmaster = await findPostmaster(sql)
  return () => {
    const ended = readTimes(postmaster)?.ended ?? 0
    const own = listChildren(postmaster).reduce((sum, [, times]) => sum + times.own, 0)
    return (own + ended) * TICK_MICROSECONDS
  }
}

/**
 * Microseconds that clients cost during some work. The server's own work, such as vacuuming or sending its log, is
 * not counted: on a slow machine it would be shared among few requests.
 */
export async function watchBackends(sql: Sql): Promise<(work: () => Promise<void>) => Promise<number>> {
  const postmaster = await findPostmaster(sql)
  const read = () => new Map(listChildren(postmaster).filter(([pid]) => isBackend(pid)))
  return async (work) => {
    const before = read()
    await work()
    const spent = [...read()].map(([pid, times]) => times.own - (before.get(pid)?.own ?? 0))
    return spent.reduce((sum, ticks) => sum + ticks, 0) * TICK_MICROSECONDS
  }
}

async function findPostmaster(sql: Sql): Promise<number> {
  const [row] = await sql<{ pid: number }>`select pg_backend_pid() as pid`
  return readTimes(row?.pid ?? 0)?.parent ?? 0
}

function listChildren(postmaster: number): [pid: number, times: Times][] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const times = readTimes(Number(name))
      return times?.parent === postmaster ? [[Number(name), times] as [number, Times]] : []
    })
}

/** `postgres: USER DATABASE 127.0.0.1(PORT) idle`; a sender of the log has no database. */
function isBackend(pid: number): boolean {
  try {
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return /\(\d+\)/.test(title) && !title.includes('walsender')
  } catch {
    return false
  }
}
