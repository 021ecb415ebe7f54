// The backups in BACKUP_DIR: what there is, and whether one is whole.
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { OperatorBackups, OperatorVerified } from '#dashboard/operator.ts'
import { lastOf, listArchives } from '#server/archive/increments/folder.ts'
import { backUp } from '#server/archive/schedule.ts'
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
  const thread = new Worker(new URL('./verify-thread.ts', import.meta.url), {
    // With all its increments.
    workerData: lastOf(found).file,
  })
  let report: OperatorVerified | { problem: string } = { problem: 'The check was interrupted.' }
  thread.on('message', (message: typeof report) => (report = message))
  await once(thread, 'exit')
  if ('problem' in report) throw new Error(report.problem)
  await noteVerified(db.sql, { backup: name, at: now() })
  return report
}
