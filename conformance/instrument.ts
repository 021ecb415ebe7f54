// The instrument: a command that the kit runs, or a device in somebody's hand.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Scene } from './desk/gate.ts'
import type { Login } from './desk/service.ts'
import { type Fault, isHopeless } from './faults.ts'

/** One time that the instrument was let upload. */
export interface Run {
  startedAt: number
  endedAt: number
  /** Whether it says that the flight has been uploaded; undefined when that is not known. */
  claims: boolean | undefined
  /** Whether it shows this sentence; undefined when that is not known. */
  shows(sentence: string): Promise<boolean | undefined>
  /** It ended by itself. */
  isEnded: boolean
}

export interface Turn {
  scene: Scene
  fault: Fault
  url: string
  login: Login
  /** A new flight. */
  file: string
  dialect: string | undefined
}

export interface Instrument {
  /** A command gets a new login for each turn; a device keeps the one that was typed in. */
  keepsLogin: boolean
  upload(turn: Turn): Promise<Run | 'skipped'>
  close(): void
}

/** A fault that no attempt gets past has been seen after this time. */
const MAX_HOPELESS_MS = 8_000
const GRACE_MS = 2_000

export interface CommandOptions {
  command: string
  maxMs: number
  cwd: string
}

/** Exit code 0 says that the flight has been uploaded. */
export function openCommand({ command, maxMs, cwd }: CommandOptions): Instrument {
  let end: ((signal: NodeJS.Signals) => void) | undefined
  return {
    keepsLogin: false,
    close: () => end?.('SIGTERM'),
    upload: async (turn) => {
      const startedAt = performance.now()
      const env = { ...process.env, ...toEnvironment(turn) }
      const child = spawn('sh', ['-c', command], {
        cwd,
        env,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
      end = (signal) => endGroup(child.pid!, signal)
      let isEnded = true
      const timer = setTimeout(
        () => {
          isEnded = false
          end?.('SIGTERM')
          void sleep(GRACE_MS).then(() => child.exitCode ?? child.signalCode ?? end?.('SIGKILL'))
        },
        isHopeless(turn.fault) ? Math.min(maxMs, MAX_HOPELESS_MS) : maxMs,
      )
      await once(child, 'close')
      clearTimeout(timer)
      end = undefined
      return {
        startedAt,
        endedAt: performance.now(),
        claims: isEnded ? child.exitCode === 0 : undefined,
        shows: async (sentence) => toWords(output).includes(toWords(sentence)),
        isEnded,
      }
    },
  }
}

/** The command with everything that it has started; it may have ended at this very moment. */
function endGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** However its lines are broken. */
const toWords = (text: string) => text.replaceAll(/\s+/g, ' ').toLowerCase()

function toEnvironment({ url, login, file, dialect }: Turn): Record<string, string> {
  const { hostname, port } = new URL(url)
  const { user, password, token } = login
  return {
    URL: url,
    HOST: hostname,
    PORT: port,
    USER: user,
    PASSWORD: password,
    TOKEN: token,
    FILE: file,
    ...(dialect === undefined ? {} : { DIALECT: dialect }),
  }
}

/** After a success so much quiet is the end of a turn. */
const QUIET_MS = 10_000
const LOOK_MS = 200

export interface DeviceOptions {
  maxMs: number
  say: (...lines: string[]) => void
}

/** A person lets the device upload and tells what it shows. Without a terminal every turn takes its whole time. */
export function openDevice({ maxMs, say }: DeviceOptions): Instrument {
  const line = process.stdin.isTTY
    ? createInterface({ input: process.stdin, output: process.stderr })
    : undefined
  const ask = async (question: string) => {
    const answer = await line?.question(`  ${question} [y/n, Enter if you cannot tell] `)
    return answer ? /^y/i.test(answer) : undefined
  }
  return {
    keepsLogin: true,
    close: () => line?.close(),
    upload: async (turn) => {
      say('', turn.fault.about, ...describeSteps(turn), `  Let it upload a flight now (${maxMs / 1000} s).`)
      if (line) say('  Press Enter when it has ended, s and Enter to skip.')
      const startedAt = performance.now()
      if ((await waitForEnd(line, turn, maxMs)) === 's') return 'skipped'
      const endedAt = performance.now()
      const isStored = turn.scene.exchanges.some(({ isSuccess }) => isSuccess)
      return {
        startedAt,
        endedAt,
        claims: isStored ? true : await ask('Does it say that the flight has been uploaded?'),
        shows: (sentence) => ask(`Does it show “${sentence}”?`),
        isEnded: false,
      }
    },
  }
}

function describeSteps({ url, fault, login }: Turn): string[] {
  if (fault.login === 'wrong') return ['  Type a wrong password into the instrument.']
  return [`  Address ${url}, user ${login.user}, password ${login.password}, key ${login.token}`]
}

async function waitForEnd(line: Interface | undefined, { scene }: Turn, maxMs: number): Promise<string> {
  const stop = new AbortController()
  const typed = line?.question('', { signal: stop.signal }).catch(() => '')
  const quiet = async () => {
    const until = performance.now() + maxMs
    while (performance.now() < until && !stop.signal.aborted) {
      await sleep(LOOK_MS)
      const last = scene.exchanges.at(-1)
      if (last?.isSuccess && performance.now() - last.endedAt > QUIET_MS) break
    }
    return ''
  }
  const answer = await Promise.race([quiet(), ...(typed ? [typed] : [])])
  stop.abort()
  return answer.trim()
}
