// `backup prune --erased`: an erasure reaches the backups that were made before it. Each backup that still has an account
// which was deleted since is restored into a separate database, the account is erased there as it was in the service, and a
// new backup of the rest takes the place of the old one. So nothing but the erasure itself has to know what belongs to a pilot.
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { listErasures } from './access/security-log/store.ts'
import { listAccountParts } from './account-parts.ts'
import { eraseUsers } from './accounts/erasure.ts'
import { findPlace } from './archive/commands.ts'
import { listArchives } from './archive/folder.ts'
import { readArchive } from './archive/read-archive.ts'
import { restoreArchive } from './archive/restore.ts'
import { requireBackupLock } from './archive/schedule.ts'
import { writeArchive } from './archive/write-archive.ts'
import type { Config } from './platform/config.ts'
import { flushToDisk } from './platform/files/private-files.ts'
import { createLog } from './platform/log.ts'
import type { Options } from './platform/options.ts'
import { type BuiltServices, buildServices } from './services.ts'

interface Pruned {
  file: string
  /** How many accounts that were deleted since are no longer in it. */
  erased: number
}

export async function pruneBackups(services: BuiltServices, options: Options): Promise<object> {
  if (!options.has('erased')) throw new Error('Usage: backup prune --erased [--file FILE]…')
  const { folder } = services.config.backup
  const named = options.get('file')?.map((file) => resolve(file))
  const files = named ?? (folder === undefined ? [] : listArchives(folder).map(({ file }) => file))
  if (files.length === 0) throw new Error('There are no backups: set BACKUP_DIR, or name one by --file FILE.')
  const lock = requireBackupLock(services.config)
  try {
    const backups: Pruned[] = []
    for (const file of files) backups.push(await pruneOne(services, file))
    return { backups }
  } finally {
    lock.release()
  }
}

async function pruneOne(services: BuiltServices, file: string): Promise<Pruned> {
  const { erased, madeAt } = await listErased(services, file)
  if (erased.length === 0) return { file, erased: 0 }
  // Next to the backup: there is room for a copy, and it is on the same disk.
  const workshop = mkdtempSync(join(dirname(file), `.${basename(file)}-`))
  try {
    const config = { ...services.config, ...ownDatabase(services, workshop) }
    await restoreArchive(findPlace(config), file, { force: false, nowMs: services.now() })
    await eraseIn(config, erased)
    const rest = join(workshop, 'rest')
    await writeArchive(findPlace(config), rest, { nowMs: madeAt, files: services.files })
    await readArchive(rest)
    renameSync(rest, file)
    flushToDisk(dirname(file))
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
  return { file, erased: erased.length }
}

/** Accounts in the archive that were deleted since it was made. */
async function listErased({ db }: BuiltServices, file: string) {
  const users = new Set<string>()
  const { createdAt } = await readArchive(file, {
    row: (table, values) => {
      if (table.name !== 'users') return
      users.add(String(values[table.columns.findIndex(({ name }) => name === 'id')]))
    },
  })
  const madeAt = Date.parse(createdAt)
  return { madeAt, erased: (await listErasures(db.sql, madeAt)).filter((id) => users.has(id)) }
}

/** With the secrets of the service, and every file inside: an archive has them so. */
function ownDatabase({ config, secrets }: BuiltServices, dataDir: string): Partial<Config> {
  const files = { ...config.files, places: ['database'] }
  return { dataDir, databaseUrl: undefined, databaseReplicas: undefined, secrets, files }
}

async function eraseIn(config: Config, userIds: readonly string[]): Promise<void> {
  const copy = await buildServices(config, { log: createLog('silent') })
  try {
    await eraseUsers(copy, listAccountParts(copy), userIds)
  } finally {
    await copy.close()
  }
}
