// A backup every hour, and which of them are kept (BACKUP_DIR, BACKUP_KEEP).
import { existsSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { runInThread } from '#server/platform/concurrency/thread.ts'
import type { Config } from '#server/platform/config.ts'
import { type FolderLock, takeFolderLock } from '#server/platform/files/folder-lock.ts'
import { makePrivateFolder, requireFolder } from '#server/platform/files/private-files.ts'
import type { Job } from '#server/platform/background/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#server/platform/time.ts'
import type { Task } from './backup-thread.ts'
import { findPlace } from './commands.ts'
import { listArchives, listOld, nameArchive, removePartial } from './folder.ts'
import type { Written } from './write-archive.ts'

const CHECK_EVERY_MS = 10 * MINUTE_MS

type BackupServices = Pick<Services, 'config' | 'now' | 'log'>

/** Throws a sentence for the operator: a backup that cannot be written is noticed when it is set up, not when it is needed. */
export function requireBackupFolder({ backup }: { backup: Pick<Config['backup'], 'folder'> }): void {
  const { folder } = backup
  if (folder !== undefined) requireFolder('BACKUP_DIR', folder, 'without BACKUP_DIR no backups are made')
}

export function listArchiveJobs(services: Services): Job[] {
  const { folder } = services.config.backup
  if (folder === undefined) return []
  services.metrics.gauge(
    'backup_newest_timestamp_seconds',
    'When the newest backup was made, in Unix seconds; 0: never',
    async () => Math.floor((listArchives(folder)[0]?.madeAt ?? 0) / 1000),
  )
  const run = (signal: AbortSignal) => backUpWhenDue(services, signal)
  return [{ name: 'backups', everyMs: CHECK_EVERY_MS, run }]
}

export async function backUpWhenDue(services: BackupServices, signal: AbortSignal): Promise<void> {
  const { folder } = services.config.backup
  if (folder === undefined) return
  const [newest] = listArchives(folder)
  if (!newest || newest.madeAt <= services.now() - HOUR_MS) await backUp(services, folder, signal)
}

async function backUp(
  { config, now, log }: BackupServices,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  makePrivateFolder(folder)
  const lock = requireBackupLock(config)
  try {
    removePartial(folder)
    const nowMs = now()
    const task: Task = {
      place: findPlace(config),
      nowMs,
      files: config.files,
      file: chooseName(folder, nowMs),
    }
    const written = await writeInThread(task, signal)
    if (!written) {
      removePartial(folder)
      return
    }
    const old = listOld(listArchives(folder), config.backup.keep)
    for (const { file } of old) rmSync(file, { force: true })
    report(log, written, old.length)
  } finally {
    lock.release()
  }
}

/** One process at a time changes the backups of BACKUP_DIR. */
export function requireBackupLock({ dataDir }: Pick<Config, 'dataDir'>): FolderLock {
  const lock = takeFolderLock(dataDir, 'backup')
  if (lock) return lock
  throw new Error('Another process is at work on the backups; try again when it is done.')
}

/** Names tell seconds: of two backups in one, the second has the name of the next. */
function chooseName(folder: string, atMs: number): string {
  const file = join(folder, nameArchive(atMs))
  return existsSync(file) ? chooseName(folder, atMs + SECOND_MS) : file
}

function report(log: Services['log'], { file, missingFiles }: Written, removed: number): void {
  log.info({ file: basename(file), removed }, 'a backup was made')
  if (missingFiles.length > 0)
    log.error(
      { missingFiles },
      'no place that FILES_URL names has these files of flights whole, and neither has the backup',
    )
}

/** Reading an embedded database does not wait for anything, and would hold up every request. Undefined: stopped. */
function writeInThread(task: Task, signal: AbortSignal): Promise<Written | undefined> {
  return runInThread(new URL('./backup-thread.ts', import.meta.url), task, signal)
}
