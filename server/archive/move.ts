// `move`: everything from one database into an empty one, of either engine, by an archive that is gone afterwards. From then
// on the source is not served from.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createFiles } from '#server/platform/files/file-store.ts'
import { allRoles, requireRoles } from '#server/platform/files/serving-lock.ts'
import { restoreRows } from './restore.ts'
import { requireUnused } from './running.ts'
import { openSession, requireDatabase } from './tables/open-session.ts'
import { hasTables, MOVES_TABLE } from './tables/schema.ts'
import type { Place } from './tables/session.ts'
import { writeArchive } from './write-archive.ts'

export interface Moved {
  from: string
  to: string
  tables: number
  rows: number
  next: string
}

/** The service must be stopped, and stays so; `folder` has room for an archive. */
export async function moveDatabase(from: Place, to: Place, folder: string, nowMs: number): Promise<Moved> {
  requireDatabase(from)
  await requireEmpty(to)
  await requireUnused(from)
  const lock = 'file' in from ? requireRoles(dirname(from.file), allRoles) : undefined
  const workshop = mkdtempSync(join(folder, '.move-'))
  try {
    // Files outside the database stay where they are.
    const options = { nowMs, files: createFiles(['database']), isMove: true }
    const { file } = await writeArchive(from, join(workshop, 'all'), options)
    const { restored, tables, rows } = await restoreRows(to, file)
    const location = await noteMove(from, restored, nowMs)
    return { from: location, to: restored, tables, rows, next: describeStart(to) }
  } finally {
    rmSync(workshop, { recursive: true, force: true })
    lock?.release()
  }
}

async function requireEmpty(place: Place): Promise<void> {
  const notEmpty = (location: string) =>
    new Error(`${location} is not empty. A move needs a database without tables, or a folder without one.`)
  if ('file' in place) {
    if (existsSync(place.file)) throw notEmpty(place.file)
    return
  }
  const session = await openSession(place)
  try {
    if (await hasTables(session)) throw notEmpty(session.location)
  } finally {
    await session.close()
  }
}

async function noteMove(from: Place, to: string, nowMs: number): Promise<string> {
  const session = await openSession(from)
  try {
    const [first, second] = [1, 2].map((index) => session.parameter(index))
    await session.run(
      `insert into ${MOVES_TABLE} (direction, other, noted_at) values ('away', ${first}, ${second})
       on conflict (direction) do update set other = excluded.other, noted_at = excluded.noted_at`,
      [to, nowMs],
    )
    return session.location
  } finally {
    await session.close()
  }
}

function describeStart(to: Place): string {
  const settings =
    'file' in to
      ? `DATA_DIR=${dirname(to.file)} and without DATABASE_URL`
      : 'DATABASE_URL set to the new database'
  return `Start the service with ${settings}, and with the same secret as before.`
}

export async function undoMove(place: Place): Promise<object> {
  const session = await openSession(place)
  try {
    const moved = await session.run(`delete from ${MOVES_TABLE} where direction = 'away' returning other`)
    if (moved.length === 0) throw new Error('Nothing was moved away from this database.')
    return {
      location: session.location,
      next: 'The service can be started with this database again. What was written to the other one since is not in it.',
    }
  } finally {
    await session.close()
  }
}

/** Throws a sentence for the operator when everything was moved to another database, or by 1.2.0 not yet all from one. */
export async function requireServable(db: Database): Promise<void> {
  const [move] = await db.sql<{ direction: string; other: string }>`
    select direction, other from moves order by direction desc`
  if (!move) return
  throw new ConfigError(
    move.direction === 'into'
      ? `This database was being filled from ${move.other} and is not whole: move everything into an empty one.`
      : `Everything in this database was moved to ${move.other}: start the service with that one. ` +
          'To return to this one, and lose what was written since, run "move --undo".',
  )
}
