// `backup` and `restore` of the embedded database: one file that is consistent while the service runs.
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { backup, DatabaseSync } from 'node:sqlite'
import type { Config } from '../config.ts'
import { makePrivate, makePrivateFolder } from '../files/private-files.ts'

const PAGES_PER_STEP = 500

export interface BackupReport {
  file: string
  bytes: number
  /** Without it the copy cannot be used: it decrypts the webhook secrets. */
  keepToo: string
}

/** A live copy: it holds the state of one moment, and writers continue while it is made. */
export async function backupDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'secrets'>,
  path: string | undefined,
): Promise<BackupReport> {
  requireEmbedded(config)
  if (path === undefined) throw new Error('Usage: backup FILE')
  const target = resolve(path)
  if (existsSync(target)) throw new Error(`${target} already exists; choose another name.`)
  mkdirSync(dirname(target), { recursive: true })
  const partial = `${target}.partial`
  const source = new DatabaseSync(join(config.dataDir, 'cloudstreet.db'), { readOnly: true, timeout: 5000 })
  try {
    await backup(source, partial, { rate: PAGES_PER_STEP })
  } finally {
    source.close()
  }
  // One file that needs no log beside it.
  leaveLog(partial)
  makePrivate(partial)
  requireSound(partial)
  flush(partial)
  renameSync(partial, target)
  flush(dirname(target))
  const secret = config.secrets ? 'CLOUDSTREET_SECRET' : join(config.dataDir, 'secret')
  return { file: target, bytes: statSync(target).size, keepToo: secret }
}

/** The service must be stopped. */
export function restoreDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  path: string | undefined,
  options: { force: boolean },
): { restored: string; bytes: number } {
  requireEmbedded(config)
  if (path === undefined) throw new Error('Usage: restore FILE [--force]')
  requireSound(path)
  const target = join(config.dataDir, 'cloudstreet.db')
  if (existsSync(target) && !options.force)
    throw new Error(
      `There is already a database at ${target}; stop the service and add --force to replace it.`,
    )
  if (existsSync(target)) requireUnused(target)
  makePrivateFolder(config.dataDir)
  const partial = `${target}.partial`
  copyFileSync(path, partial)
  makePrivate(partial)
  flush(partial)
  // The log of the old database must not be replayed into the new one.
  for (const suffix of ['-wal', '-shm']) rmSync(target + suffix, { force: true })
  renameSync(partial, target)
  flush(config.dataDir)
  return { restored: target, bytes: statSync(target).size }
}

function requireEmbedded({ databaseUrl }: Pick<Config, 'databaseUrl'>): void {
  if (databaseUrl === undefined) return
  throw new Error(
    'This installation uses PostgreSQL: back it up with pg_dump and restore it with pg_restore.',
  )
}

function requireSound(path: string): void {
  if (!existsSync(path)) throw new Error(`There is no file ${path}.`)
  let verdict: unknown
  try {
    // Immutable: reading it leaves nothing beside it.
    const url = pathToFileURL(resolve(path))
    url.searchParams.set('immutable', '1')
    const copy = new DatabaseSync(url, { readOnly: true })
    try {
      copy.prepare('select name from migrations').all()
      verdict = Object.values(copy.prepare('pragma integrity_check').get() ?? {})[0]
    } finally {
      copy.close()
    }
  } catch {
    throw new Error(`${path} is not a Cloudstreet database.`)
  }
  if (verdict !== 'ok') throw new Error(`${path} is damaged: ${String(verdict)}`)
}

/** Any other process that has it open holds a shared lock, which rules out an exclusive one. */
function requireUnused(path: string): void {
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive; rollback')
    database.exec('pragma journal_mode = delete')
  } catch {
    throw new Error('The service is running; stop it before you restore a backup.')
  } finally {
    database.close()
  }
}

function leaveLog(path: string): void {
  const copy = new DatabaseSync(path)
  try {
    copy.exec('pragma journal_mode = delete')
  } finally {
    copy.close()
  }
}

function flush(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
