// CPU time of processes (Linux).
import { readFileSync } from 'node:fs'

export const TICK_MICROSECONDS = 10_000

export interface Times {
  parent: number
  own: number
  /** CPU of children that have ended. */
  ended: number
}

/** In ticks; undefined when there is no such process. */
export function readTimes(pid: number): Times | undefined {
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
