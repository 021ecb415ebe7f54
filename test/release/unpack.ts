// A release as an operator has it: unpacked, run by somebody who owns nothing, on a machine without Node.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { observe, type ServerProcess } from '#test/support/process.ts'

export const isRoot = process.getuid?.() === 0
const NOBODY = 65_534

export interface Place {
  /** The unpacked release. */
  readonly folder: string
  /** Where the service may write. */
  readonly home: string
  /** Starts bin/cloudstreet as nobody, without any right, with no Node on its path. */
  start(args: string[], environment?: Record<string, string>): ServerProcess
  /** The same until its end. */
  run(args: string[]): Promise<{ code: number | null; output: string }>
  remove(): void
}

export function unpack(archive: string, name: string): Place {
  const root = mkdtempSync(join(tmpdir(), 'cloudstreet-unpacked-'))
  chmodSync(root, 0o755)
  execFileSync('tar', ['-xzf', archive, '-C', root])
  const [home, path] = [join(root, 'home'), join(root, 'path')]
  for (const folder of [home, path]) mkdirSync(folder)
  if (isRoot) chownSync(home, NOBODY, NOBODY)
  // All that the launcher needs besides a shell.
  symlinkSync('/usr/bin/readlink', join(path, 'readlink'))
  const folder = join(root, name)

  const start = (args: string[], environment: Record<string, string> = {}): ServerProcess => {
    const command = [join(folder, 'bin/cloudstreet'), ...args]
    const [program = '', ...rest] = isRoot ? [...asNobody, ...command] : command
    return observe(
      spawn(program, rest, {
        cwd: home,
        env: { PATH: path, CACHE_DIRECTORY: join(home, 'cache'), ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )
  }
  return {
    folder,
    home,
    start,
    run: async (args) => {
      const started = start(args)
      await once(started.child, 'close')
      return { code: started.child.exitCode, output: started.output() }
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

const asNobody = [
  '/usr/bin/setpriv',
  `--reuid=${NOBODY}`,
  `--regid=${NOBODY}`,
  '--clear-groups',
  '--no-new-privs',
  '--bounding-set=-all',
  '--inh-caps=-all',
]
