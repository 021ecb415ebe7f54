// A backup every day, and the newest of them kept (BACKUP_DIR, BACKUP_KEEP).
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Config, ConfigError } from '#server/platform/config.ts'
import { makePrivateFolder } from '#server/platform/files/private-files.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_MS, MINUTE_MS } from '#server/platform/time.ts'
import type { Task } from './backup-thread.ts'
import { findPlace } from './commands.ts'
import { PARTIAL_SUFFIX, type Written } from './write-archive.ts'

const CHECK_EVERY_MS = 10 * MINUTE_MS
const ARCHIVE_SHAPE = /^cloudstreet-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.jsonl\.zst$/

export interface StoredArchive {
  file: string
  madeAt: number
}

/** Throws a sentence for the operator: a backup that cannot be written is noticed when it is set up, not when it is needed. */
export function requireBackupFolder({ backup }: Pick<Config, 'backup'>): void {
  const { folder } = backup
  if (folder === undefined) return
  const trial = join(folder, `.cloudstreet-${randomUUID()}`)
  try {
    makePrivateFolder(folder)
    writeFileSync(trial, '')
    rmSync(trial)
  } catch (error) {
    throw new ConfigError(
      `BACKUP_DIR ${folder} cannot be written: ${(error as Error).message}. ` +
        'Make the folder, or let the service write there; without BACKUP_DIR no backups are made.',
    )
  }
}

/** By name, newest first; other files in the folder are left alone. */
export function listArchives(folder: string): StoredArchive[] {
  if (!existsSync(folder)) return []
  const archives = readdirSync(folder).flatMap((name) => {
    const [, day, hour, minute, second] = ARCHIVE_SHAPE.exec(name) ?? []
    const madeAt = Date.parse(`${day}T${hour}:${minute}:${second}Z`)
    return Number.isNaN(madeAt) ? [] : [{ file: join(folder, name), madeAt }]
  })
  return archives.sort((a, b) => b.madeAt - a.madeAt)
}

export function listArchiveJobs(services: Services): Job[] {
  const { folder, keep } = services.config.backup
  if (folder === undefined) return []
  const readNewest = async () => Math.floor((listArchives(folder)[0]?.madeAt ?? 0) / 1000)
  services.metrics.gauge(
    'backup_newest_timestamp_seconds',
    'When the newest backup was made, in Unix seconds; 0: never',
    readNewest,
  )
  const run = (signal: AbortSignal) => backUpWhenDue(services, folder, keep, signal)
  return [{ name: 'backups', everyMs: CHECK_EVERY_MS, run }]
}

export async function backUpWhenDue(
  { config, now, log }: Pick<Services, 'config' | 'now' | 'log'>,
  folder: string,
  keep: number,
  signal: AbortSignal,
): Promise<void> {
  const nowMs = now()
  const [newest] = listArchives(folder)
  if (newest && newest.madeAt > nowMs - DAY_MS) return
  makePrivateFolder(folder)
  removePartial(folder)
  const file = join(folder, nameArchive(nowMs))
  const task = { place: findPlace(config), file, nowMs, files: config.files }
  const written = await writeInThread(task, signal)
  if (!written) return removePartial(folder)
  const old = listArchives(folder).slice(keep)
  for (const archive of old) rmSync(archive.file)
  const { missingFiles } = written
  log.info({ file, removed: old.length }, 'a backup was made')
  if (missingFiles.length > 0)
    log.error(
      { missingFiles },
      'no place that FILES_URL names has these files of flights whole, and neither has the backup',
    )
}

/** Reading an embedded database does not wait for anything, and would hold up every request. Undefined: stopped. */
async function writeInThread(task: Task, signal: AbortSignal): Promise<Written | undefined> {
  const thread = new Worker(new URL('./backup-thread.ts', import.meta.url), { workerData: task })
  const stop = () => void thread.terminate()
  let written: Written | undefined
  thread.on('message', (message: Written) => (written = message))
  signal.addEventListener('abort', stop, { once: true })
  try {
    // Rejects with what the thread has thrown.
    await once(thread, 'exit')
    return written
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Files left by a process that was killed. */
function removePartial(folder: string): void {
  for (const name of readdirSync(folder)) {
    const isPartial =
      name.endsWith(PARTIAL_SUFFIX) && ARCHIVE_SHAPE.test(name.slice(0, -PARTIAL_SUFFIX.length))
    if (isPartial) rmSync(join(folder, name), { force: true })
  }
}

function nameArchive(nowMs: number): string {
  return `cloudstreet-${new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z.jsonl.zst`
}
