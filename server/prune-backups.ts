// `backup prune --erased`: an erasure reaches the backups that were made before it. Each backup that still has an account
// which was deleted since is restored into a separate database, the account is erased there as it was in the service, and a
// new backup of the rest takes the place of the old one. So nothing but the erasure itself has to know what belongs to a pilot.
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { listErasures } from './access/security-log/store.ts'
import { listAccountParts } from './account-parts.ts'
import { eraseUsers } from './accounts/erasure.ts'
import { findPlace } from './archive/commands.ts'
import { type Chain, findChain } from './archive/increments/chain.ts'
import { lastOf, listArchives, nameArchive } from './archive/increments/folder.ts'
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
  const files = named ?? (folder === undefined ? [] : listArchives(folder).map((each) => lastOf(each).file))
  if (files.length === 0) throw new Error('There are no backups: set BACKUP_DIR, or name one by --file FILE.')
  // An increment must not be going on from what is about to go.
  const lock = requireBackupLock(services.config)
  try {
    const backups: Pruned[] = []
    for (const file of files) backups.push(await pruneOne(services, file))
    return { backups }
  } finally {
    lock.release()
  }
}

/** A backup with increments becomes one whole backup of the last moment: each of them may have the account. */
async function pruneOne(services: BuiltServices, last: string): Promise<Pruned> {
  const chain = await findChain(last)
  const erased = await listErased(services, chain)
  const file = chain.length === 1 ? last : join(dirname(last), nameArchive(madeAt(chain)))
  if (erased.length === 0) return { file: last, erased: 0 }
  // Next to the backup: there is room for a copy, and it is on the same disk.
  const workshop = mkdtempSync(join(dirname(file), `.${basename(file)}-`))
  try {
    const config = { ...services.config, ...ownDatabase(services, workshop) }
    await restoreArchive(findPlace(config), last, { force: false, nowMs: services.now() })
    await eraseIn(config, erased)
    const rest = join(workshop, 'rest')
    await writeArchive(findPlace(config), rest, { nowMs: madeAt(chain), files: services.files })
    await readArchive(rest)
    renameSync(rest, file)
    flushToDisk(dirname(file))
    // The newest first: at no moment is there one without what it goes on from.
    for (const before of chain.toReversed()) if (before.file !== file) rmSync(before.file)
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
  return { file, erased: erased.length }
}

const madeAt = (chain: Chain) => Date.parse(chain.at(-1)?.header.createdAt ?? '')

/** Accounts in any of these archives that were deleted since the first of them was made. */
async function listErased({ db }: BuiltServices, chain: Chain): Promise<string[]> {
  const users = new Set<string>()
  for (const { file } of chain)
    await readArchive(file, {
      row: (table, values) => {
        if (table.name !== 'users') return
        users.add(String(values[table.columns.findIndex(({ name }) => name === 'id')]))
      },
    })
  const since = Date.parse(chain[0].header.createdAt)
  return (await listErasures(db.sql, since)).filter((id) => users.has(id))
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
