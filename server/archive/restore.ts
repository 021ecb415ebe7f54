// `restore`: the database becomes what an archive holds, all of it or nothing.
import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { flushToDisk, makePrivate, makePrivateFolder } from '#server/platform/files/private-files.ts'
import { buildSchema, dropTables } from './build-schema.ts'
import { type ArchiveReport, readArchive } from './read-archive.ts'
import { createRowWriter, type RowWriter } from './tables/insert-rows.ts'
import { findArchive, PARTIAL_SUFFIX } from './folder.ts'
import { type Sum, sumTable } from './tables/rows.ts'
import { hasInstallation, hasTables, type Table } from './tables/schema.ts'
import { requireUnused } from './running.ts'
import { openSession } from './tables/open-session.ts'
import { inTransaction, type Place, type Session } from './tables/session.ts'

export interface Restored extends ArchiveReport {
  restored: string
  /** Sent with every webhook from now on: the sequence numbers have gone back to those of the archive. */
  epoch: number
}

interface RestoreOptions {
  /** Existing data is replaced. */
  force: boolean
  nowMs: number
}

/** The service must be stopped. */
export async function restoreArchive(place: Place, path: string, options: RestoreOptions): Promise<Restored> {
  const archive = findArchive(path)
  // Before anything is touched: an archive that is not whole replaces nothing.
  await readArchive(archive)
  const { force, nowMs } = options
  const epoch = Math.floor(nowMs / 1000)
  const restored =
    'file' in place
      ? await restoreFile(place.file, archive, force, epoch)
      : await restoreServer(place, archive, force, epoch)
  return { ...restored, epoch }
}

/** Into a new file that takes the place of the old one. */
async function restoreFile(file: string, archive: string, force: boolean, epoch: number) {
  if (existsSync(file)) {
    if (!force) throw mustForce(file)
    await requireUnused({ file })
  }
  makePrivateFolder(dirname(file))
  const partial = file + PARTIAL_SUFFIX
  rmSync(partial, { force: true })
  try {
    const session = await openSession({ file: partial })
    let report: ArchiveReport
    try {
      makePrivate(partial)
      report = await inTransaction(session, () => load(session, archive, epoch))
    } finally {
      await session.close()
    }
    flushToDisk(partial)
    // The log of the old database must not be replayed into the new one.
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
    renameSync(partial, file)
    flushToDisk(dirname(file))
    return { restored: file, ...report }
  } finally {
    for (const suffix of ['', '-journal']) rmSync(partial + suffix, { force: true })
  }
}

/** In one transaction. */
async function restoreServer(place: Place, archive: string, force: boolean, epoch: number) {
  const session = await openSession(place)
  try {
    const isOurs = await hasInstallation(session)
    if (!isOurs && (await hasTables(session)))
      throw new Error(
        `${session.location} holds tables of another program; give this one a separate database.`,
      )
    if (isOurs && !force && (await hasUsers(session))) throw mustForce(session.location)
    if (isOurs) await requireUnused(place)
    const report = await inTransaction(session, async () => {
      if (isOurs) await dropTables(session)
      return load(session, archive, epoch)
    })
    return { restored: session.location, ...report }
  } finally {
    await session.close()
  }
}

async function hasUsers(session: Session): Promise<boolean> {
  return (await session.run('select 1 from users limit 1')).length > 0
}

async function load(session: Session, archive: string, epoch: number): Promise<ArchiveReport> {
  let tables: Table[] = []
  let writer: RowWriter | undefined
  const report = await readArchive(archive, {
    header: async ({ migrations }) => {
      tables = await buildSchema(session, migrations)
    },
    table: (table) => {
      writer = createRowWriter(session, requireSame(tables, table))
    },
    row: (_table, values) => writer?.add(values),
    tableEnd: async (table, sum) => {
      await writer?.flush()
      requireEqual(table, sum, await sumTable(session, table))
    },
  })
  if (report.tables !== tables.length) throw new Error('The archive lacks tables that its version has.')
  await requireReferences(session)
  await session.run(
    `insert into installation (name, value) values ('epoch', ${session.parameter(1)})
     on conflict (name) do update set value = excluded.value`,
    [String(epoch)],
  )
  return report
}

function requireSame(tables: readonly Table[], wanted: Table): Table {
  const table = tables.find(({ name }) => name === wanted.name)
  const describe = (given: Table | undefined) => JSON.stringify(given?.columns)
  if (table && describe(table) === describe(wanted)) return table
  throw new Error(`The archive's table ${wanted.name} is not the one of its version.`)
}

function requireEqual({ name }: Table, expected: Sum, actual: Sum): void {
  if (expected.rows === actual.rows && expected.sha256 === actual.sha256) return
  throw new Error(
    `The table ${name} is not the same after copying: ${expected.rows} rows became ${actual.rows}, or their content changed.`,
  )
}

/** PostgreSQL has checked each row; on SQLite they are checked here. */
async function requireReferences(session: Session): Promise<void> {
  if (session.engine === 'postgres') return
  const [broken] = await session.run('select "table", parent from pragma_foreign_key_check limit 1')
  if (broken)
    throw new Error(`A row of ${String(broken[0])} refers to one of ${String(broken[1])} that is not there.`)
}

function mustForce(location: string): Error {
  return new Error(
    `There is already a database at ${location}; stop the service and add --force to replace it.`,
  )
}
