// The operator's commands for the whole database. They need the configuration alone.
import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { createFiles, type Files } from '#server/platform/files/file-store.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import type { Options } from '#server/platform/options.ts'
import { createFileCheck } from './check-files.ts'
import { moveDatabase } from './move.ts'
import { countPending as countPendingIn, planUpgrade } from './plan.ts'
import { findMove, forgetMove } from './moves.ts'
import { findArchive } from './folder.ts'
import { readArchive } from './read-archive.ts'
import { restoreArchive } from './restore.ts'
import { openSession } from './tables/open-session.ts'
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

export async function move(config: Config, options: Options): Promise<object> {
  const from = findPlace(config)
  if (options.has('undo')) return undoMove(from)
  const [to] = options.get('to') ?? []
  if (to === undefined) throw new Error('Usage: move --to postgres://… or move --to FOLDER')
  return moveDatabase(from, readPlace(to), { nowMs: Date.now(), files: await openFiles(config) })
}

/** Reads the database as it is, and migrates nothing. */
export function plan(config: Config, options: Options): Promise<object> {
  return planUpgrade(config, findPlace(config), options.get('copy')?.[0])
}

export const countPending = (config: Config) => countPendingIn(config, findPlace(config))

function readPlace(text: string): Place {
  if (/^postgres(ql)?:\/\//.test(text)) return { databaseUrl: text }
  const folder = resolve(text)
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? true
  if (!isFolder || /^[a-z][a-z\d+.-]+:/i.test(text))
    throw new Error(`${text} is neither postgres://… nor a folder; nothing was moved.`)
  return { file: join(folder, 'cloudstreet.db') }
}

export async function undoMove(place: Place): Promise<object> {
  const session = await openSession(place)
  try {
    const found = await findMove(session)
    if (found?.direction !== 'away') throw new Error('Nothing was moved away from this database.')
    await forgetMove(session, 'away')
    return {
      location: session.location,
      next: 'The service can be started with this database again. What was written to the other one since is not in it.',
    }
  } finally {
    await session.close()
  }
}
