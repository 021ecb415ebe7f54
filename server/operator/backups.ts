// The backups in BACKUP_DIR: what there is, and whether one is whole.
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { OperatorBackups, OperatorVerified } from '#dashboard/operator.ts'
import { lastOf, listArchives } from '#server/archive/increments/folder.ts'
import { backUp } from '#server/archive/schedule.ts'
import { runInThread } from '#server/platform/concurrency/thread.ts'
import { type Options, requireOption } from '#server/platform/options.ts'
import type { Services } from '#server/platform/services.ts'
import { noteVerified } from './verified-store.ts'

export async function listBackups({ config }: Services): Promise<OperatorBackups> {
  const { folder } = config.backup
  const archives = folder === undefined ? [] : listArchives(folder)
  return {
    folder: folder ?? null,
    backups: archives.map((archive) => ({
      name: basename(archive.file),
      madeAt: new Date(archive.madeAt).toISOString(),
      bytes: statSync(archive.file).size,
      increments: archive.increments.length,
      lastAt: new Date(lastOf(archive).madeAt).toISOString(),
    })),
  }
}

/** Adds to the backups in BACKUP_DIR now instead of when the next increment is due. */
export async function addIncrement(services: Services): Promise<object> {
  const { folder } = services.config.backup
  if (folder === undefined) throw new Error('BACKUP_DIR is not set: there is no backup to go on from.')
  return (await backUp(services, folder, 'increment', new AbortController().signal)) ?? {}
}

/** In a thread: a large archive takes minutes, in which the node goes on serving. */
export async function verifyBackup(
  { config, db, now }: Services,
  options: Options,
): Promise<OperatorVerified> {
  const name = requireOption(options, 'backup')
  const { folder } = config.backup
  // Only what is in the list: the name cannot lead elsewhere.
  const found = (folder === undefined ? [] : listArchives(folder)).find(({ file }) => basename(file) === name)
  if (!found) throw new Error(`There is no backup ${name}.`)
  // With all its increments.
  const { file } = lastOf(found)
  const thread = new URL('./verify-thread.ts', import.meta.url)
  const report = await runInThread<OperatorVerified | { problem: string }>(thread, file)
  if (!report || 'problem' in report) throw new Error(report?.problem ?? 'The check was interrupted.')
  await noteVerified(db.sql, { backup: name, at: now() })
  return report
}
