// `cloudstreet` as a process of its own, with a home of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

export interface Ran {
  code: number | null
  out: string
  err: string
}

export interface CliHome {
  readonly folder: string
  readonly environment: Record<string, string>
  run(args: string[], options?: { input?: string; onErr?: (text: string) => void }): Promise<Ran>
}

/** No keychain: PATH has this process's Node alone. */
export function createCliHome(
  context: { after: (remove: () => void) => void },
  environment: Record<string, string> = {},
): CliHome {
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-cli-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const own = {
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_STATE_HOME: join(folder, 'state'),
    PATH: join(folder, 'bin'),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    ...environment,
  }
  return {
    folder,
    environment: own,
    run: async (args, { input = '', onErr = () => undefined } = {}) => {
      const child = spawn(process.execPath, [join(root, 'cli/main.ts'), ...args], { env: own, cwd: folder })
      let [out, err] = ['', '']
      child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
      child.stderr.on('data', (chunk: Buffer) => {
        err += chunk.toString()
        onErr(err)
      })
      child.stdin.end(input)
      await once(child, 'close')
      return { code: child.exitCode, out, err }
    },
  }
}
