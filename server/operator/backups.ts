// The backups in BACKUP_DIR: what there is, and whether one is whole.
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { OperatorBackups, OperatorVerified } from '#dashboard/operator.ts'
import { listArchives } from '#server/archive/folder.ts'
import { runInThread } from '#server/platform/concurrency/thread.ts'
import { type Options, requireOption } from '#server/platform/options.ts'
import type { Services } from '#server/platform/services.ts'
import { noteVerified } from './verified-store.ts'

export async function listBackups({ config }: Services): Promise<OperatorBackups> {
  const { folder } = config.backup
  const archives = folder === undefined ? [] : listArchives(folder)
  return {
    folder: folder ?? null,
    backups: archives.map(({ file, madeAt }) => ({
      name: basename(file),
      madeAt: new Date(madeAt).toISOString(),
      bytes: statSync(file).size,
    })),
  }
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
  const thread = new URL('./verify-thread.ts', import.meta.url)
  const report = await runInThread<OperatorVerified | { problem: string }>(thread, found.file)
  if (!report || 'problem' in report) throw new Error(report?.problem ?? 'The check was interrupted.')
  await noteVerified(db.sql, { backup: name, at: now() })
  return report
}
