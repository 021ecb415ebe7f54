// The service as a separate process, to be killed and started again.
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { waitUntil } from './waiting/wait.ts'

const root = join(import.meta.dirname, '../..')

/** As `npm start` runs it. */
export const SERVER = 'server/dist/main.js'

export interface ServerProcess {
  readonly child: ChildProcess
  /** Its output so far, of both streams. */
  output(): string
  kill(signal: NodeJS.Signals): Promise<number | null>
}

/** On a busy machine a flight is scored to the end as well. */
export const PATIENT_DEADLINE_MS = '60000'

/** For each of our programs: nothing of the tester's own settings, and two seconds of CPU less than without it. */
export const bareEnvironment = {
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
  SCORING_WARM_UP_AFTER_SECONDS: '0',
  SCORING_DEADLINE_MS: PATIENT_DEADLINE_MS,
}

export function startProcess(
  file: string,
  args: string[],
  environment: Record<string, string>,
  folder = root,
): ServerProcess {
  const child = spawn(process.execPath, [join(folder, file), ...args], {
    cwd: folder,
    env: { ...bareEnvironment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return observe(child)
}

export function observe(child: ChildProcessByStdio<null, Readable, Readable>): ServerProcess {
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return {
    child,
    output: () => text,
    kill: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const exit = once(child, 'close')
      child.kill(signal)
      await exit
      return child.exitCode
    },
  }
}

/** Waits for its end; its exit code and everything it wrote. */
export async function runToEnd(file: string, args: string[], environment: Record<string, string>) {
  const process = startProcess(file, args, environment)
  if (process.child.exitCode === null) await once(process.child, 'close')
  return { code: process.child.exitCode, output: process.output() }
}

export async function waitForAnswer(url: string, server: ServerProcess): Promise<void> {
  await waitUntil(
    () => `it answers:\n${server.output()}`,
    async () => {
      if (server.child.exitCode !== null) throw new Error(`the server ended by itself:\n${server.output()}`)
      return await answersItsRoutes(url)
    },
  )
}

/** Whether the service is there, and not only the process that still migrates its database. */
export async function answersItsRoutes(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/healthz`).catch(() => undefined)
  return answer?.ok === true && ((await answer.json()) as { status: string }).status === 'ok'
}
