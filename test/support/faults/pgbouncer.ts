// PgBouncer, where it is installed (Debian: pgbouncer), in front of a test's database.
import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import pg from 'pg'
import { findFreePort } from '../postgres.ts'
import { waitUntil } from '../waiting/wait.ts'

const NOBODY = 65_534

export function findPgBouncer(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path))
}

/** The database's address by way of it. */
export async function startPgBouncer(
  context: { after: (end: () => Promise<void>) => void },
  program: string,
  databaseUrl: string,
  settings: Record<string, string>,
): Promise<string> {
  const url = new URL(databaseUrl)
  const name = url.pathname.slice(1)
  const port = await findFreePort()
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-pgbouncer-'))
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(folder, 'users.txt'),
    ...settings,
  }
  const lines = Object.entries(all).map(([key, value]) => `${key} = ${value}`)
  const target = `${name} = host=${url.hostname} port=${url.port} dbname=${name}`
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    ['[databases]', target, '[pgbouncer]', ...lines, ''].join('\n'),
  )
  writeFileSync(join(folder, 'users.txt'), `"${url.username}" ""\n`)
  const isRoot = process.getuid?.() === 0
  if (isRoot) for (const path of [folder, join(folder, 'users.txt')]) chownSync(path, NOBODY, NOBODY)
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  context.after(async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  url.port = String(port)
  await waitUntil('PgBouncer answers', async () => {
    const client = new pg.Client({ connectionString: url.href })
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  })
  return url.href
}
