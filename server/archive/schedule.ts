// A backup every day, increments in between, and the newest of them kept (BACKUP_DIR, BACKUP_KEEP, BACKUP_INCREMENT_MINUTES).
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { runInThread } from '#server/platform/concurrency/thread.ts'
import type { Config } from '#server/platform/config.ts'
import { type FolderLock, takeFolderLock } from '#server/platform/files/folder-lock.ts'
import { makePrivateFolder, requireFolder } from '#server/platform/files/private-files.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#server/platform/time.ts'
import type { Task } from './backup-thread.ts'
import { findPlace } from './commands.ts'
import {
  lastOf,
  listArchives,
  nameArchive,
  nameIncrement,
  removeArchive,
  removePartial,
} from './increments/folder.ts'
import { isJournalUnused } from './increments/unused.ts'
import type { Written } from './write-archive.ts'

const CHECK_EVERY_MS = 10 * MINUTE_MS
/** An increment is late when it was due this often. */
export const MAX_INTERVALS = 6

type BackupServices = Pick<Services, 'config' | 'now' | 'log'>

/** Throws a sentence for the operator: a backup that cannot be written is noticed when it is set up, not when it is needed. */
export function requireBackupFolder({ backup }: { backup: Pick<Config['backup'], 'folder'> }): void {
  const { folder } = backup
  if (folder !== undefined) requireFolder('BACKUP_DIR', folder, 'without BACKUP_DIR no backups are made')
}

export function listArchiveJobs(services: Services): Job[] {
  const { folder, incrementMs } = services.config.backup
  if (folder === undefined) return []
  countBackups(services, folder, incrementMs)
  const run = (signal: AbortSignal) => backUpWhenDue(services, signal)
  return [{ name: 'backups', everyMs: Math.min(CHECK_EVERY_MS, incrementMs ?? CHECK_EVERY_MS), run }]
}

function countBackups(
  { metrics }: Pick<Services, 'metrics'>,
  folder: string,
  incrementMs: number | undefined,
): void {
  metrics.gauge(
    'backup_newest_timestamp_seconds',
    'When the newest whole backup was made, in Unix seconds; 0: never',
    async () => Math.floor((listArchives(folder)[0]?.madeAt ?? 0) / 1000),
  )
  metrics.gauge(
    'backup_last_timestamp_seconds',
    'When the newest backup was made, whole or an increment, in Unix seconds; 0: never',
    async () => Math.floor(findLastTime(folder) / 1000),
  )
  if (incrementMs === undefined) return
  metrics.gauge(
    'backup_increment_late_timestamp_seconds',
    'From when on the next increment is late, in Unix seconds',
    async () => Math.floor((findLastTime(folder) + MAX_INTERVALS * incrementMs) / 1000),
  )
}

/** Triggers of increments that were made once cost every writer. */
export async function dropUnusedJournal(
  services: Pick<Services, 'config' | 'db' | 'now' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  if (!(await isJournalUnused(services))) return
  const { config, log, now } = services
  const place = findPlace(config)
  await writeInThread({ place, nowMs: now(), files: config.files, hasIncrements: false }, signal)
  log.info('increments are no longer made: changes of rows are no longer noted')
}

/** 0: never. */
function findLastTime(folder: string): number {
  const [newest] = listArchives(folder)
  return newest ? lastOf(newest).madeAt : 0
}

export async function backUpWhenDue(services: BackupServices, signal: AbortSignal): Promise<void> {
  const { folder, incrementMs } = services.config.backup
  if (folder === undefined) return
  const [newest] = listArchives(folder)
  const isDue = (madeAt: number, everyMs: number) => madeAt <= services.now() - everyMs
  if (!newest || isDue(newest.madeAt, DAY_MS)) await backUp(services, folder, 'whole', signal)
  else if (incrementMs !== undefined && isDue(lastOf(newest).madeAt, incrementMs))
    await backUp(services, folder, 'increment', signal)
}

/** An increment becomes a whole backup where there is nothing that it could go on from. Undefined: stopped. */
export async function backUp(
  { config, now, log }: BackupServices,
  folder: string,
  kind: 'whole' | 'increment',
  signal: AbortSignal,
): Promise<Written | undefined> {
  makePrivateFolder(folder)
  const lock = requireBackupLock(config)
  try {
    removePartial(folder)
    const nowMs = now()
    const task: Task = {
      place: findPlace(config),
      nowMs,
      files: config.files,
      whole: chooseName(folder, nowMs),
      hasIncrements: config.backup.incrementMs !== undefined || kind === 'increment',
      increment: kind === 'increment' ? planIncrement(folder, nowMs) : undefined,
    }
    const written = await writeInThread(task, signal)
    if (!written) {
      removePartial(folder)
      return undefined
    }
    const old = listArchives(folder).slice(config.backup.keep)
    for (const archive of old) removeArchive(archive)
    report(log, written, old.length)
    return written
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

function planIncrement(folder: string, nowMs: number): Task['increment'] {
  const [newest] = listArchives(folder)
  if (!newest) return undefined
  const last = lastOf(newest)
  const number = last.number + 1
  return { file: join(folder, nameIncrement(newest.madeAt, number, nowMs)), after: last.file, number }
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
