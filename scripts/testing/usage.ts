// How much of the processors a process has used, which says more than the clock on a machine that does other things.
import { readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** CPU of this process and of its children that have ended. */
export function readCpuSeconds(): number {
  try {
    // Behind the name, which is in brackets: user and system time of the process, and of those that it has waited for.
    const fields = readFileSync('/proc/self/stat', 'latin1').split(') ').at(-1)?.split(' ') ?? []
    return sum(fields.slice(11, 15).map(Number)) / TICKS_PER_SECOND
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
