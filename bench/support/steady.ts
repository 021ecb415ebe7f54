// The cost of a request to a warm server: requests of all candidates in turns, over raw connections, in CPU time of
// the server's threads as the scheduler counts it (Linux). Other load on the machine stretches rounds, and the
// lowest tells.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openConnection } from './connections.ts'
import { inParallel, percentile } from './load.ts'

export interface Candidate {
  name: string
  pid: number
  port: number
  path: string
  headers?: Record<string, string>
}

export interface Cost {
  name: string
  /** Microseconds of CPU for a request: the first thousand, then the lowest and the median of the rounds. */
  first: number
  lowest: number
  median: number
  /** The main thread's share of the lowest. */
  main: number
}

const AT_ONCE = 4
const FIRST = 1000
/** Until so many requests in a row have made none cheaper. */
const WARM_UP = 5000
const CHEAPER = 0.97
const MAX_WARM_UP = 60_000
const ROUNDS = 9
const PER_ROUND = 2000
/** Longer than the warm-up of scoring threads is put off (environment.ts). */
const QUIET_SECONDS = 4
const QUIET_MICROSECONDS = 20_000
const MAX_SETTLE_SECONDS = 60

export async function compareCosts(candidates: readonly Candidate[]): Promise<Cost[]> {
  const costs: { candidate: Candidate; first: number; rounds: Spent[] }[] = []
  for (const candidate of candidates) {
    const first = (await spend(candidate, FIRST)).all
    await warmUp(candidate)
    costs.push({ candidate, first, rounds: [] })
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const { candidate, rounds } of costs) rounds.push(await spend(candidate, PER_ROUND))
  }
  return costs.map(({ candidate: { name }, first, rounds }) => {
    const lowest = rounds.reduce((least, spent) => (spent.all < least.all ? spent : least))
    const median = percentile(
      rounds.map(({ all }) => all),
      0.5,
    )
    return { name, first, lowest: lowest.all, median, main: lowest.main }
  })
}

/** Compilers go on for longer than one expects: what is asked first would look dearer than what comes after it. */
async function warmUp(candidate: Candidate): Promise<void> {
  let lowest = Infinity
  for (let asked = 0, steady = 0; steady < WARM_UP && asked < MAX_WARM_UP; asked += FIRST) {
    const { all } = await spend(candidate, FIRST)
    steady = all < CHEAPER * lowest ? 0 : steady + FIRST
    lowest = Math.min(lowest, all)
  }
}

/** Until a server that is asked nothing does nothing: its threads are warm, and what it had put off is done. */
export async function waitForRest(pid: number): Promise<void> {
  for (let quietSeconds = 0, seconds = 0; quietSeconds < QUIET_SECONDS; seconds++) {
    if (seconds > MAX_SETTLE_SECONDS) throw new Error('the server does not come to rest')
    const before = readThreads(pid).all
    await sleep(1000)
    quietSeconds = readThreads(pid).all - before < QUIET_MICROSECONDS ? quietSeconds + 1 : 0
  }
}

interface Spent {
  all: number
  main: number
}

async function spend({ pid, port, path, headers = {} }: Candidate, count: number): Promise<Spent> {
  const lines = Object.entries({ host: `localhost:${port}`, ...headers }).map((pair) => pair.join(': '))
  const request = Buffer.from([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  const connections = await Promise.all(Array.from({ length: AT_ONCE }, () => openConnection(port)))
  const before = readThreads(pid)
  const idle = [...connections]
  await inParallel(AT_ONCE, count, async () => {
    const connection = idle.pop()!
    const { status, body } = await connection.ask(request)
    if (status >= 400) throw new Error(`${path}: ${status} ${body.slice(0, 200)}`)
    idle.push(connection)
  })
  const after = readThreads(pid)
  for (const connection of connections) connection.close()
  return { all: (after.all - before.all) / count, main: (after.main - before.main) / count }
}

/** Microseconds on a core so far. */
export function readThreads(pid: number): Spent {
  const spent = (thread: string) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1000
  const threads = readdirSync(`/proc/${pid}/task`)
  return { all: threads.reduce((sum, thread) => sum + spent(thread), 0), main: spent(String(pid)) }
}
