// `move`: everything from one database into another, of either engine.
//
//   while the service runs      a copy of one moment; what changes meanwhile is for the next run
//   once it is stopped          the rest; then every row is compared, the target may be served from, and the source not
import { dirname } from 'node:path'
import type { Files } from '#server/platform/files/file-store.ts'
import { makePrivate, makePrivateFolder } from '#server/platform/files/private-files.ts'
import { allRoles, requireRoles } from '#server/platform/files/serving-lock.ts'
import { buildSchema } from './build-schema.ts'
import { createFileCheck, type FileCheck } from './check-files.ts'
import { findMove, forgetMove, noteMove } from './moves.ts'
import { requireEqual, requireReferences } from './restore.ts'
import { startSum, streamRows, type Sum, sumTable, writeRow } from './tables/rows.ts'
import { hasTables, readTables, type Table } from './tables/schema.ts'
import { isInUse } from './running.ts'
import { openSession, requireDatabase } from './tables/open-session.ts'
import { inTransaction, type Place, readMoment, type Session } from './tables/session.ts'
import { deleteRows, syncTable, type Target } from './sync.ts'
import { listApplied } from './write-archive.ts'

export interface Moved {
  from: string
  to: string
  tables: number
  rows: number
  files: number
  /** Rows that this run has copied; the others were there already. */
  copied: number
  isFinished: boolean
  next: string
}

export async function moveDatabase(
  from: Place,
  to: Place,
  { nowMs, files }: { nowMs: number; files: Files },
): Promise<Moved> {
  requireDatabase(from)
  // Asked before the copy begins: what is written while it is made is in no copy.
  const isRunning = await isInUse(from)
  const lock = 'file' in from && !isRunning ? requireRoles(dirname(from.file), allRoles) : undefined
  const source = await openSession(from)
  try {
    return await withTarget(to, async (target) => {
      const check = createFileCheck()
      const copied = await copyAndCompare(source, target, nowMs, check)
      const checked = { ...copied, files: await check.finish(files) }
      const mayFinish = !isRunning && (lock !== undefined || !(await isInUse(from)))
      if (mayFinish) await handOver(source, target.writer, nowMs)
      return { ...checked, isFinished: mayFinish, next: mayFinish ? describeStart(to) : STOP_AND_REPEAT }
    })
  } finally {
    await source.close()
    lock?.release()
  }
}

const STOP_AND_REPEAT =
  'The service is running, and goes on changing what was copied. Stop it and run this again: it copies the rest.'

/** From here on the target may be served from, and the source not. */
async function handOver(source: Session, target: Session, nowMs: number): Promise<void> {
  await noteMove(source, 'away', target.location, nowMs)
  await forgetMove(target, 'into')
}

async function withTarget<Result>(place: Place, work: (target: Target) => Promise<Result>): Promise<Result> {
  if ('file' in place) makePrivateFolder(dirname(place.file))
  const writer = await openSession(place)
  try {
    // Lets one connection read while another writes.
    if ('file' in place) await writer.run('pragma journal_mode = wal')
    if ('file' in place) makePrivate(place.file, `${place.file}-wal`, `${place.file}-shm`)
    const reader = await openSession(place)
    try {
      return await work({ reader, writer })
    } finally {
      await reader.close()
    }
  } finally {
    await writer.close()
  }
}

async function copyAndCompare(source: Session, target: Target, nowMs: number, files: FileCheck) {
  return readMoment(source, async () => {
    const tables = await prepareTarget(source, target.writer, nowMs)
    const copied = await copyTables(source, target, tables)
    await requireReferences(target.writer)
    const compared = await compareTables(source, target.reader, tables, files)
    return { from: source.location, to: target.writer.location, ...compared, copied }
  })
}

async function prepareTarget(source: Session, target: Session, nowMs: number): Promise<Table[]> {
  const tables = await readTables(source)
  if (tables.length === 0) throw new Error(`There is nothing to move in ${source.location}.`)
  if (!(await hasTables(target))) {
    const migrations = await listApplied(source)
    await inTransaction(target, async () => {
      await buildSchema(target, migrations)
      await noteMove(target, 'into', source.location, nowMs)
    })
    return tables
  }
  const move = await findMove(target)
  if (move?.direction !== 'into' || move.other !== source.location)
    throw new Error(
      `${target.location} is not empty. A move needs a database without tables, or one that an earlier run has begun to fill.`,
    )
  const describe = (list: readonly Table[]) =>
    JSON.stringify([...list].sort((a, b) => (a.name < b.name ? -1 : 1)))
  if (describe(await readTables(target)) !== describe(tables))
    throw new Error('The database was migrated since this move began: empty the target and begin again.')
  return tables
}

async function copyTables(source: Session, target: Target, tables: readonly Table[]): Promise<number> {
  let copied = 0
  const extras = new Map<Table, Awaited<ReturnType<typeof syncTable>>['extra']>()
  for (const table of tables) {
    const difference = await syncTable(source, target, table)
    copied += difference.copied
    extras.set(table, difference.extra)
  }
  // Referring tables go before those they refer to.
  for (const table of tables.toReversed()) await deleteRows(target.writer, table, extras.get(table) ?? [])
  return copied
}

/** Every row on both sides, and each flight's file against its hash. */
async function compareTables(source: Session, target: Session, tables: readonly Table[], files: FileCheck) {
  let rows = 0
  await readMoment(target, async () => {
    for (const table of tables) {
      const expected = await sumTable(source, table)
      const actual = await sumShown(target, table, files.row)
      requireEqual(table, expected, actual)
      rows += actual.rows
    }
  })
  return { tables: tables.length, rows }
}

async function sumShown(session: Session, table: Table, show: FileCheck['row']): Promise<Sum> {
  const sum = startSum()
  for await (const values of streamRows(session, table)) {
    sum.add(writeRow(table.columns, values))
    show(table, values)
  }
  return sum.finish()
}

function describeStart(to: Place): string {
  const settings =
    'file' in to
      ? `DATA_DIR=${dirname(to.file)} and without DATABASE_URL`
      : 'DATABASE_URL set to the new database'
  return `Start the service with ${settings}, and with the same secret as before.`
}
