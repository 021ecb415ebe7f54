// A whole archive and the increments after it, up to one of them: read as if they were one archive of the last moment.
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Header } from '../format.ts'
import { type ArchiveReport, type ArchiveVisitor, readArchive, readHeaderOf } from '../read-archive.ts'
import { startSum, type Sum, writeRow } from '../tables/rows.ts'
import type { Table } from '../tables/schema.ts'
import type { Value } from '../tables/session.ts'
import { findNewest } from './folder.ts'
import { type Changes, collectChanges } from './overlay.ts'

/** The whole archive first. */
export type Chain = [Archive, ...Archive[]]

interface Archive {
  file: string
  header: Header
}

/** The path is that of an archive, of an increment, or of a folder, which stands for its newest. */
export async function findChain(path: string): Promise<Chain> {
  const last = resolve(isFolder(path) ? findNewest(path) : path)
  let archive: Archive = { file: last, header: await readHeaderOf(last) }
  const increments: Archive[] = []
  while (archive.header.after) {
    increments.unshift(archive)
    archive = await findBefore(archive)
  }
  return [archive, ...increments]
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

async function findBefore({ file, header }: Archive): Promise<Archive> {
  const { after } = header
  if (!after) throw new Error(`${file} goes on from no other archive.`)
  const before = join(dirname(file), basename(after.file))
  if (!existsSync(before))
    throw new Error(
      `${file} goes on from ${basename(after.file)}, which is not in its folder. ` +
        'Put it there, or name an archive from before the gap.',
    )
  const found = await readHeaderOf(before)
  if (found.id !== after.id || (found.after?.number ?? 0) !== after.number - 1)
    throw new Error(
      `${file} goes on from another archive than the one that is now called ${basename(before)}. ` +
        'Put the right one there, or name an archive from before.',
    )
  if (JSON.stringify(found.migrations) !== JSON.stringify(header.migrations))
    throw new Error(`${file} has tables of another version than ${basename(before)}, from which it goes on.`)
  return { file: before, header: found }
}

export interface BackupReport extends ArchiveReport {
  /** How many increments were applied. */
  increments: number
}

/** Throws before the visitor sees anything when an archive on the way is missing, is another, or is damaged. */
export async function readBackup(path: string, visitor: ArchiveVisitor = {}): Promise<BackupReport> {
  const [whole, ...increments] = await findChain(path)
  const last = increments.at(-1)
  if (!last) return { ...(await readArchive(whole.file, visitor)), increments: 0 }
  const changes = await collectChanges(increments.map(({ file }) => file))
  try {
    const merged = applyChanges(changes, { ...visitor, header: () => visitor.header?.(last.header) })
    const { tables } = await readArchive(whole.file, merged.visitor)
    changes.requireTables(merged.seen)
    return {
      createdAt: last.header.createdAt,
      tables,
      rows: merged.countRows(),
      increments: increments.length,
    }
  } finally {
    changes.close()
  }
}

/** Shows the rows of the whole archive, and in their places those of the increments. */
function applyChanges(changes: Changes, visitor: ArchiveVisitor) {
  const seen = new Set<string>()
  let rows = 0
  let merge: TableMerge | undefined
  const merged: ArchiveVisitor = {
    ...visitor,
    table: async (table) => {
      seen.add(table.name)
      merge = startMerge(table, changes, visitor)
      await visitor.table?.(table)
    },
    row: (_table, values) => merge?.row(values),
    tableEnd: async (table) => {
      const sum = await merge?.end()
      if (!sum) return
      changes.requireCount(table, sum.rows)
      rows += sum.rows
      await visitor.tableEnd?.(table, sum)
    },
  }
  return { visitor: merged, seen, countRows: () => rows }
}

interface TableMerge {
  row(values: Value[]): Promise<void>
  end(): Promise<Sum>
}

function startMerge(table: Table, changes: Changes, visitor: ArchiveVisitor): TableMerge {
  const [sum, changed] = [startSum(), changes.of(table)]
  const show = async (values: Value[]) => {
    sum.add(writeRow(table.columns, values))
    await visitor.row?.(table, values)
  }
  return {
    row: async (values) => {
      for (const row of changed.before(values)) await show(row)
      const change = changed.at(values)
      if (change !== 'deleted') await show(change ?? values)
    },
    end: async () => {
      for (const row of changed.rest()) await show(row)
      return sum.finish()
    },
  }
}
