// Ends a run with all that it has started. Test files start servers, browsers and databases, some of them in sessions of
// their own or without an environment: they are found by a mark in their environment, and as descendants of those.
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const MARK = 'CLOUDSTREET_TEST_RUN'
const GRACE_MS = 2_000
const POLL_MS = 50

/** Marks all that this process starts from now on; a run inside a test keeps the mark of the outer one, too. */
export function markRun(environment: NodeJS.ProcessEnv = process.env): string {
  const id = randomUUID()
  environment[MARK] = environment[MARK] === undefined ? id : `${environment[MARK]} ${id}`
  return id
}

/** Aborts with the first signal of the user's; a second one ends this process at once. */
export function listenForEnd(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(1)
      controller.abort(name)
    })
  }
  return controller.signal
}

/**
 * A process that hears a signal has some time to end; then it is killed. Linux alone shows what others have
 * started.
 */
export async function endAll(id: string, graceMs = GRACE_MS): Promise<void> {
  const found = new Set<string>()
  for (const giveUpAt = Date.now() + graceMs; ; await sleep(POLL_MS)) {
    const running = listProcesses()
    const isLate = Date.now() > giveUpAt
    const started = findStarted(running, id, found)
    if (started.length === 0) return
    for (const { pid, key } of started) {
      if (isLate || !found.has(key)) send(pid, isLate ? 'SIGKILL' : 'SIGTERM')
      found.add(key)
    }
  }
}

interface Process {
  pid: number
  parent: number
  /** A number may be given to another process later; it has another start. */
  key: string
  isMarked: (id: string) => boolean
}

/** Marked, or started by one that was found, or by this process. */
function findStarted(running: readonly Process[], id: string, found: ReadonlySet<string>): Process[] {
  const started = new Set(running.filter((each) => found.has(each.key) || each.isMarked(id)))
  const parents = new Set([process.pid, ...[...started].map(({ pid }) => pid)])
  for (let size = -1; size !== started.size;) {
    size = started.size
    for (const each of running) {
      if (!parents.has(each.parent)) continue
      started.add(each)
      parents.add(each.pid)
    }
  }
  return [...started].filter(({ pid }) => pid !== process.pid)
}

function listProcesses(): Process[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(Number(name)) : []))
  } catch {
    return []
  }
}

function readProcess(pid: number): Process[] {
  try {
    const [state, parent, ...rest] = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .split(') ')
      .at(-1)!
      .split(' ')
    // One that has ended already waits only for somebody to ask how.
    if (state === 'Z') return []
    const isMarked = (id: string) =>
      readEnvironment(pid).some((line) => line.startsWith(`${MARK}=`) && line.includes(id))
    return [{ pid, parent: Number(parent), key: `${pid} ${rest[17]}`, isMarked }]
  } catch {
    return []
  }
}

function readEnvironment(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  } catch {
    return []
  }
}

function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has just ended.
  }
}
