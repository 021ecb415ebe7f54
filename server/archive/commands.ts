// The operator's commands for the whole database. They need the configuration alone.
import { join, resolve } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { createFiles, type Files } from '#server/platform/files/file-store.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { type PlannedMigration, planMigrations } from '#server/platform/database/migrations/plan.ts'
import type { Options } from '#server/platform/options.ts'
import { createFileCheck } from './check-files.ts'
import { findArchive } from './folder.ts'
import { readArchive } from './read-archive.ts'
import { restoreArchive } from './restore.ts'
import { requireDatabase } from './tables/open-session.ts'
import type { Place } from './tables/session.ts'
import { writeArchive } from './write-archive.ts'

type Words = readonly (string | undefined)[]

export function findPlace({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): Place {
  return databaseUrl ? { databaseUrl } : { file: join(dataDir, 'cloudstreet.db') }
}

/** A live copy: it holds the state of one moment, and writers continue while it is made. */
export async function backup(
  { config, files }: { config: Config; files: Files },
  _options: Options,
  [file]: Words,
): Promise<object> {
  if (file === undefined) throw new Error('Usage: backup FILE')
  const written = await writeArchive(findPlace(config), file, { nowMs: Date.now(), files })
  await readArchive(written.file)
  // Without it the copy cannot be used: it decrypts the webhook secrets.
  return { ...written, keepToo: config.secrets ? 'CLOUDSTREET_SECRET' : join(config.dataDir, 'secret') }
}

export function restore(config: Config, options: Options, [file]: Words): Promise<object> {
  if (file === undefined) throw new Error('Usage: restore FILE|FOLDER [--force | --verify]')
  if (options.has('verify')) return verifyArchive(file)
  return restoreArchive(findPlace(config), file, { force: options.has('force'), nowMs: Date.now() })
}

/** Proves an archive without restoring it: every byte, every row, and every flight's file by its hash. */
export async function verifyArchive(path: string): Promise<object> {
  const files = createFileCheck()
  const file = resolve(findArchive(path))
  const report = await readArchive(file, { row: files.row })
  return {
    file,
    isWhole: true,
    ...report,
    files: await files.finish(createFiles(['database'])),
  }
}

/** What an upgrade will do. Reads the database as it is, and migrates nothing. */
export async function plan(config: Config): Promise<object> {
  const { database, pending } = await readPlan(config)
  const next =
    pending.length === 0
      ? 'Nothing is to be done: the database is as this release needs it.'
      : 'The next start of this release does it. Make a backup first; restored into another folder or database, it shows how long it takes.'
  return { database, pending, next }
}

/** How many migrations the next start would run. */
export const countPending = async (config: Config) => (await readPlan(config)).pending.length

async function readPlan(config: Config): Promise<{ database: string; pending: PlannedMigration[] }> {
  requireDatabase(findPlace(config))
  const db = await openDatabase(config)
  try {
    return { database: db.location, pending: await planMigrations(db) }
  } finally {
    await db.close()
  }
}
