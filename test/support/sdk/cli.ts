// `cloudstreet` with a separate home. With an account in the environment a command runs in this process, which has
// loaded the program. One that signs in, reads its input, goes on until it is ended or runs during another is a
// process.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { waitUntil } from '../waiting/wait.ts'
import { makeFolder } from '../installation/folder.ts'

const root = join(import.meta.dirname, '../../..')

export interface Ran {
  code: number | null
  out: string
  err: string
}

/** One that goes on until it is ended. */
export interface Running {
  readonly out: () => string
  readonly err: () => string
  /** Resolves when standard output or error has it. */
  waitFor(what: RegExp): Promise<RegExpExecArray>
  /** Ends it by a signal; gives its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

interface RunOptions {
  input?: string
  onErr?: (text: string) => void
}

export interface CliHome {
  readonly folder: string
  readonly environment: Record<string, string>
  run(args: string[], options?: RunOptions & { nodeArgs?: string[] }): Promise<Ran>
  /** Another program, in the same home. */
  runProgram(program: string, args: string[], options?: RunOptions): Promise<Ran>
  start(args: string[], options?: { nodeArgs?: string[] }): Running
}

/** No keychain: PATH has this process's Node alone. */
export function createCliHome(
  context: { after: (remove: () => void) => void },
  environment: Record<string, string> = {},
): CliHome {
  const folder = makeFolder(context)
  const own = {
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_STATE_HOME: join(folder, 'state'),
    PATH: join(folder, 'bin'),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    ...environment,
  }
  const runProgram: CliHome['runProgram'] = async (
    program,
    args,
    { input = '', onErr = () => undefined } = {},
  ) => {
    const child = spawn(program, args, { env: own, cwd: folder })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString()
      onErr(err)
    })
    child.stdin.end(input)
    await once(child, 'close')
    return { code: child.exitCode, out, err }
  }
  return {
    folder,
    environment: own,
    run: (args, { nodeArgs = [], ...options } = {}) =>
      canRunHere(own, args) && nodeArgs.length === 0 && options.input === undefined
        ? runHere(args, { folder, environment: own, onErr: options.onErr })
        : runProgram(process.execPath, [...nodeArgs, join(root, 'cli/main.ts'), ...args], options),
    runProgram,
    start: (args, { nodeArgs = [] } = {}) => {
      const command = [...nodeArgs, join(root, 'cli/main.ts'), ...args]
      const running = watchOver(spawn(process.execPath, command, { env: own, cwd: folder }))
      context.after(() => void running.end('SIGKILL'))
      return running
    },
  }
}

let isRunningHere = false

/** The program remembers from its start where its home is; an account of the environment does without, notes do not. */
const canRunHere = ({ CLOUDSTREET_URL, CLOUDSTREET_KEY }: Record<string, string>, args: string[]) =>
  !isRunningHere && args[0] !== 'watch' && CLOUDSTREET_URL !== undefined && CLOUDSTREET_KEY !== undefined

interface Here {
  folder: string
  environment: Record<string, string>
  onErr: RunOptions['onErr'] | undefined
}

/** One at a time: the program reads the environment and the folder of its process. */
async function runHere(args: string[], { folder, environment, onErr }: Here): Promise<Ran> {
  isRunningHere = true
  const before = { environment: { ...process.env }, folder: process.cwd() }
  let [out, err] = ['', '']
  const streams = {
    stdout: { write: (text: string | Uint8Array) => Boolean((out += String(text))) },
    stderr: {
      write: (text: string | Uint8Array) => {
        err += String(text)
        onErr?.(err)
        return true
      },
    },
  }
  try {
    Object.assign(process.env, environment)
    process.chdir(folder)
    const [{ run }, { openTerminal }] = await Promise.all([
      import('../../../cli/run.ts'),
      import('../../../cli/terminal/writer.ts'),
    ])
    const code = await run(args, openTerminal(new AbortController().signal, streams))
    return { code, out, err }
  } finally {
    for (const name of Object.keys(environment)) delete process.env[name]
    Object.assign(process.env, before.environment)
    process.chdir(before.folder)
    isRunningHere = false
  }
}

function watchOver(child: ChildProcessWithoutNullStreams): Running {
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const closed = once(child, 'close')
  return {
    out: () => out,
    err: () => err,
    waitFor: (what) => {
      const explain = () => `${String(what)} came:\n${out}\n${err}`
      return waitUntil(explain, () => {
        const found = what.exec(out) ?? what.exec(err)
        if (!found && child.exitCode !== null) throw new Error(`it ended before ${explain()}`)
        return found
      })
    },
    end: async (signal) => {
      child.kill(signal)
      await closed
      return child.exitCode
    },
  }
}
