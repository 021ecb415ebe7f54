// CPU time of a PostgreSQL server with all its processes (Linux).
import { readdirSync, readFileSync } from 'node:fs'
import type { Sql } from '#server/platform/database/database.ts'

const TICK_MICROSECONDS = 10_000

interface Times {
  parent: number
  own: number
  /** Of children that have ended. */
  ended: number
}

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

function readTimes(pid: number): Times | undefined {
  try {
    // The name, in parentheses, may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    return { parent, own: user + system, ended: endedUser + endedSystem }
  } catch {
    return undefined
  }
}
