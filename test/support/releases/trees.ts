// The last release and this one as separate programs, each in its own folder.
import { spawnSync } from 'node:child_process'
import { cpSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { readMigrations } from '#server/platform/database/migrations/files.ts'
import { findFreePort } from '../postgres.ts'
import { startProcess, type ServerProcess } from '../process.ts'
import { waitUntil } from '../waiting/wait.ts'
import { makeFolder } from '../installation/folder.ts'

type Context = { after: (end: () => Promise<unknown> | void) => void }

const root = join(import.meta.dirname, '../../..')
const notNeeded = new Set(['node_modules', '.git', 'test', 'data', 'dist', 'bench'])

/** The commit that was released last; undefined where the history is not there. */
export function findLastRelease(): string | undefined {
  const args = ['log', '-1', '--format=%H', '--grep=^chore(release): ']
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 && stdout.trim() !== '' ? stdout.trim() : undefined
}

/** Nodes of that release cannot live with what this one does to the database: they are stopped first. */
export function hasNoOverlap(commit: string): boolean {
  const args = ['ls-tree', '--name-only', `${commit}:server/migrations`]
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  const before = new Set(stdout.split('\n'))
  return readMigrations('postgres').some(({ name, kind }) => kind === 'alone' && !before.has(name))
}

export function extractRelease(context: Context, commit: string): string {
  const folder = makeFolder(context)
  const unpack = `git -C "$0" archive "$1" | tar -x -C "$2"`
  const { status, stderr } = spawnSync('sh', ['-c', unpack, root, commit, folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The release could not be unpacked: ${stderr}`)
  addBuilt(folder)
  return folder
}

/** This release, as it is here, with further migrations. */
export function copyRelease(context: Context, migrations: Record<string, string>): string {
  const folder = makeFolder(context)
  const isNeeded = (path: string) => {
    const [first = '', second = ''] = relative(root, path).split(sep)
    return !notNeeded.has(first) && !(first === 'web' && second === 'dist')
  }
  cpSync(root, folder, { recursive: true, filter: isNeeded })
  addBuilt(folder)
  for (const [name, text] of Object.entries(migrations))
    writeFileSync(join(folder, 'server/migrations', name), text)
  return folder
}

/** Made by set-up: the packages and the built dashboard of this checkout. */
function addBuilt(folder: string): void {
  for (const made of ['node_modules', 'web/dist']) symlinkSync(join(root, made), join(folder, made))
}

export interface Node extends ServerProcess {
  readonly url: string
}

export async function startNode(
  context: Context,
  folder: string,
  environment: Record<string, string>,
): Promise<Node> {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const settings = { ...environment, PORT: String(port), BASE_URL: url, LOG_LEVEL: 'info' }
  const node = startProcess('server/main.ts', [], settings, folder)
  context.after(() => node.kill('SIGKILL'))
  return { ...node, url }
}

/** As a load balancer finds out; gives false when it has ended instead. */
export async function isReady(node: Node): Promise<boolean> {
  return waitUntil(
    () => `it is ready:\n${node.output()}`,
    async () => {
      if (node.child.exitCode !== null) return { answer: false }
      const isOk = (await fetch(`${node.url}/readyz`).catch(() => undefined))?.ok
      return isOk ? { answer: true } : undefined
    },
  ).then(({ answer }) => answer)
}

/** One of the operator's commands, as that release has it. */
export function runCommand(folder: string, environment: Record<string, string>, args: string[]): object {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'server/admin.ts'), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as object
}
