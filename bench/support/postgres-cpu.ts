// CPU time of a PostgreSQL server with all its processes (Linux).
import { readdirSync } from 'node:fs'
import type { Sql } from '#server/platform/database/database.ts'
import { readTimes, TICK_MICROSECONDS } from './process-times.ts'

/** A function that tells how many microseconds have been used so far. */
export async function watchPostgres(sql: Sql): Promise<() => number> {
  const [row] = await sql<{ pid: number }>`select pg_backend_pid() as pid`
  const postmaster = readTimes(row?.pid ?? 0)?.parent
  return () => {
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => readTimes(Number(name)))
      .filter((times) => times?.parent === postmaster)
    const ended = readTimes(postmaster ?? 0)?.ended ?? 0
    return (children.reduce((sum, times) => sum + (times?.own ?? 0), 0) + ended) * TICK_MICROSECONDS
  }
}
