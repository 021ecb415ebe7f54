// `migrate --plan`: what an upgrade will do, to how many rows, and how long that took on a copy.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Config } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { migrate } from '#server/platform/database/migrations/migrate.ts'
import {
  type MigrationPlan,
  type PlannedMigration,
  planMigrations,
} from '#server/platform/database/migrations/plan.ts'
import { readFreeBytes } from '#server/platform/files/disk.ts'
import { makePrivateFolder } from '#server/platform/files/private-files.ts'
import { buildSchema, dropTables } from './build-schema.ts'
import { createRowWriter } from './tables/insert-rows.ts'
import { openSession, requireDatabase } from './tables/open-session.ts'
import { streamRows } from './tables/rows.ts'
import { hasTables, readTables, type Table } from './tables/schema.ts'
import { inTransaction, type Place, readMoment, type Session } from './tables/session.ts'

export interface Plan {
  database: string
  pending: (PlannedMigration & { tookOnCopyMs?: number | undefined })[]
  next: string
}

type Times = ReadonlyMap<string, number>

/** The copy is made in this folder, or in this empty database, and is gone afterwards. */
export async function planUpgrade(
  config: Config,
  from: Place,
  copyAt: string | undefined,
  folder?: string,
): Promise<Plan> {
  requireDatabase(from)
  const { location, plan } = await readPlan(config, folder)
  const times =
    copyAt === undefined || plan.pending.length === 0
      ? undefined
      : await ('file' in from
          ? timeOnFile(config, from.file, copyAt, folder)
          : timeOnServer(config, from, copyAt, plan, folder))
  const pending = plan.pending.map((each) => (times ? { ...each, tookOnCopyMs: times.get(each.name) } : each))
  return { database: location, pending, next: describeNext(plan, times, 'file' in from) }
}

/** Migrations that the next start would run. */
export async function countPending(config: Config, from: Place): Promise<number> {
  requireDatabase(from)
  return (await readPlan(config)).plan.pending.length
}

async function readPlan(config: Config, folder?: string) {
  const db = await openDatabase(config)
  try {
    return { location: db.location, plan: await planMigrations(db, folder) }
  } finally {
    await db.close()
  }
}

function describeNext({ pending }: MigrationPlan, times: Times | undefined, isFile: boolean): string {
  if (pending.length === 0) return 'Nothing is to be done: the database is as this release needs it.'
  if (times) return 'The next start of this release does it. Make a backup first.'
  const place = isFile
    ? '--copy FOLDER, with room for the database twice'
    : '--copy postgres://… of an empty database'
  return `To see how long it takes, add ${place}. The next start of this release does it; make a backup first.`
}

async function timeOnFile(config: Config, file: string, folder: string, migrations?: string): Promise<Times> {
  makePrivateFolder(folder)
  const [free, size] = [await readFreeBytes(folder), statSync(file).size]
  if (free < 2 * size)
    throw new Error(`The copy needs up to ${2 * size} bytes in ${folder}, where ${free} are free.`)
  const home = mkdtempSync(join(folder, 'plan-'))
  try {
    const source = new DatabaseSync(file, { readOnly: true })
    source.prepare('vacuum into ?').run(join(home, 'cloudstreet.db'))
    source.close()
    return await timeMigrations({ ...config, databaseUrl: undefined, dataDir: home }, migrations)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

async function timeOnServer(
  config: Config,
  from: Place,
  databaseUrl: string,
  plan: MigrationPlan,
  migrations?: string,
): Promise<Times> {
  if (!/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new Error('--copy must be postgres://…, the address of an empty database.')
  const source = await openSession(from)
  const target = await openSession({ databaseUrl })
  try {
    if (await hasTables(target))
      throw new Error(`${target.location} is not empty; a copy needs an empty database.`)
    try {
      await copyTables(source, target, plan, migrations)
      return await timeMigrations({ ...config, databaseUrl }, migrations)
    } finally {
      await dropTables(target)
    }
  } finally {
    await source.close()
    await target.close()
  }
}

/** The tables of the migrations, and those they refer to: flights need their pilots, and not their files. */
async function copyTables(
  source: Session,
  target: Session,
  { applied, tables }: MigrationPlan,
  migrations?: string,
): Promise<void> {
  await readMoment(source, () =>
    inTransaction(target, async () => {
      await buildSchema(target, applied, migrations)
      for (const table of withReferences(await readTables(source), [
        'migrations',
        'installation',
        ...tables,
      ])) {
        const writer = createRowWriter(target, table)
        for await (const values of streamRows(source, table)) await writer.add(values)
        await writer.flush()
      }
    }),
  )
  await target.run('analyze')
}

function withReferences(all: readonly Table[], names: readonly string[]): Table[] {
  const wanted = new Set(names)
  // Each is after those that it refers to.
  for (const { name, references } of all.toReversed())
    if (wanted.has(name)) for (const reference of references) wanted.add(reference)
  return all.filter(({ name }) => wanted.has(name))
}

async function timeMigrations(config: Config, folder?: string): Promise<Times> {
  const times = new Map<string, number>()
  const db = await openDatabase(config)
  try {
    const onApplied = (name: string, milliseconds: number) => void times.set(name, milliseconds)
    await migrate(db, Date.now, { onApplied, ...(folder ? { folder } : {}) })
    return times
  } finally {
    await db.close()
  }
}
