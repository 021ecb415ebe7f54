// A terminal into which blocks of commands are pasted one after the other: what one has set, the next one has.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Terminal {
  /** Its exit code, and what has been written to standard output meanwhile, also by programs in the background. */
  run(code: string): Promise<{ code: number; output: string }>
  /** The match of that number, counted from 1, in all that is written to both outputs. */
  waitFor(pattern: RegExp, count: number): Promise<string>
  /** Ends what is still running in it, too. */
  close(): Promise<void>
}

const MARK = '<<<end of block>>>'
/** Blocks come through the third file: no command reads the next ones from its standard input. */
const LOOP = `while IFS= read -r -d '' block <&3; do
  eval "$block" </dev/null 3<&-
  printf '\\n%s %s\\n' '${MARK}' $?
done`
const TIMEOUT_MS = 60_000

export function openTerminal(cwd: string, env: Record<string, string | undefined>): Terminal {
  const child = spawn('bash', ['-c', LOOP], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    detached: true,
  })
  const input = child.stdio[3] as NodeJS.WritableStream
  let [text, errors] = ['', '']
  let told: (() => void)[] = []
  const tell = () => {
    const waiting = told
    told = []
    for (const resolve of waiting) resolve()
  }
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    tell()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
    tell()
  })
  const waitUntil = async <Found>(find: () => Found | undefined): Promise<Found> => {
    const deadline = AbortSignal.timeout(TIMEOUT_MS)
    deadline.addEventListener('abort', tell)
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      if (deadline.aborted) throw new Error(`this took too long:\n${text}\n${errors}`)
      await new Promise<void>((resolve) => told.push(resolve))
    }
  }
  return {
    async run(code) {
      const from = text.length
      input.write(`${code}\0`)
      const end = await waitUntil(
        () => new RegExp(`\\n${MARK} (\\d+)\\n`).exec(text.slice(from)) ?? undefined,
      )
      return { code: Number(end[1]), output: text.slice(from, from + end.index) }
    },
    waitFor: (pattern, count) =>
      waitUntil(() => [...(text + errors).matchAll(new RegExp(pattern, 'g'))][count - 1]?.[0]),
    async close() {
      const closed = once(child, 'close')
      process.kill(-child.pid!, 'SIGKILL')
      await closed
    },
  }
}
