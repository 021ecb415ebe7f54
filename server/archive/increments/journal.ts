// Which rows have changed: triggers note the key of each row that is inserted, changed or deleted, in the transaction that
// does it, once for each key. An increment holds the rows of these keys as they are in its moment.
//
//   archive A is made       what is noted in its moment is about rows that A has
//   A is proved whole       A is noted as the base, and these entries are deleted
//   increment B             what was noted since; it goes on from the base
//
// Killed in between, the base is still the archive before A: nothing goes on from A but a whole backup. An entry that is
// deleted too late costs a row more in the next increment, and nothing else.
//
// Each entry has a stamp, by which one that was noted again after the moment is told from one of before: on PostgreSQL its
// transaction, on SQLite, where one writes at a time, a number that is raised before each moment (kept in the entry '').
import { randomUUID } from 'node:crypto'
import { JOURNAL_TABLE, readTables } from '../tables/schema.ts'
import { inTransaction, type Session, type Value } from '../tables/session.ts'
import { hasRows } from '../tables/without-rows.ts'
import { dropTriggers, listNoted, NOW_ENTRY, retryLocked, writeTriggers } from './triggers.ts'

const BASE = 'backup_base'
/** When an archive last became the base, or the journal was begun. */
export const BASE_AT = 'backup_base_at'
/** Changes of more rows than this are better written as a whole backup, and fit into memory. */
const MAX_ENTRIES = 250_000
const BATCH_SIZE = 500
/** Entries deleted at a time: a writer waits for one batch at most. */
const DELETE_SIZE = 5000

/** There is nothing that an increment could go on from: a whole backup is to be made. */
export class NoIncrementError extends Error {}

/** Tells entries that an archive covers from those of later changes. */
export type Mark = string

/** Table -> keys of rows, as JSON. */
export type Noted = ReadonlyMap<string, ReadonlySet<string>>

/** From here on every change is noted. Where some may have been missed so far, there is no base any more. */
export async function startJournal(session: Session, nowMs: number): Promise<void> {
  const tables = (await readTables(session)).filter(hasRows)
  const noted = await listNoted(session)
  const missing = tables.filter(({ name }) => !noted.has(name))
  const unwanted = [...noted].filter((name) => !tables.some((table) => table.name === name))
  if (missing.length + unwanted.length > 0) {
    await session.runScript(
      `create table if not exists ${JOURNAL_TABLE} (name text not null, key text not null,
         stamp ${session.engine === 'postgres' ? 'xid8' : 'integer'} not null, primary key (name, key))
         ${session.engine === 'postgres' ? '' : 'without rowid'}`,
    )
    await forgetBase(session)
    await install(session, BASE_AT, String(nowMs))
    for (const name of unwanted) await retryLocked(session, dropTriggers(session, name))
    for (const table of missing) await retryLocked(session, writeTriggers(session, table))
  }
  if (session.engine === 'sqlite')
    await session.run(
      `insert into ${JOURNAL_TABLE} (name, key, stamp) values ('', '', 1)
       on conflict (name, key) do update set stamp = stamp + 1`,
    )
}

/**
 * For an installation that makes increments no longer. The table stays: another node may be about to note changes in it
 * again. The base goes first, so an empty journal never has a base.
 */
export async function stopJournal(session: Session): Promise<void> {
  const noted = await listNoted(session)
  if (noted.size === 0) return
  await forgetBase(session)
  for (const name of noted) await retryLocked(session, dropTriggers(session, name))
  await session.run(`delete from ${JOURNAL_TABLE}`)
}

/** The id of the archive since which every change is noted; that of none where some may have been missed. */
export async function readBase(session: Session): Promise<string> {
  const [row] = await session.run(`select value from installation where name = '${BASE}'`)
  return String(row?.[0] ?? '')
}

/** Another value each time: an archive that was begun before does not become the base. */
async function forgetBase(session: Session): Promise<void> {
  await install(session, BASE, `none-${randomUUID()}`)
}

async function install(session: Session, name: string, value: string): Promise<void> {
  await session.run(
    `insert into installation (name, value) values ('${name}', ${session.parameter(1)})
     on conflict (name) do update set value = excluded.value`,
    [value],
  )
}

/** In the moment of an archive: it holds what is noted so far. */
export async function readMark(session: Session): Promise<Mark> {
  const [row] = await session.run(
    session.engine === 'postgres'
      ? 'select cast(pg_current_snapshot() as text)'
      : `select stamp from ${JOURNAL_TABLE} where ${NOW_ENTRY}`,
  )
  return String(row?.[0] ?? 0)
}

/** In the moment of an increment, which goes on from the archive of this id. */
export async function readNoted(session: Session, baseId: string): Promise<Noted> {
  if ((await readBase(session)) !== baseId) throw new NoIncrementError('Changes may have been missed.')
  const noted = new Map<string, Set<string>>()
  const [row] = await session.run(`select count(*) from ${JOURNAL_TABLE}`)
  if (Number(row?.[0]) > MAX_ENTRIES) throw new NoIncrementError('Too many rows have changed.')
  const entries = session.stream(`select name, key from ${JOURNAL_TABLE} where name <> ''`, BATCH_SIZE)
  for await (const [name, key] of entries) {
    const keys = noted.get(String(name)) ?? new Set()
    noted.set(String(name), keys.add(writeKey(JSON.parse(String(key)) as Value[])))
  }
  return noted
}

/** The engines write JSON with other spaces. */
export const writeKey = (key: readonly Value[]): string => JSON.stringify(key)

/**
 * The archive of this id is whole, and has what was noted before the mark. It becomes the base if the base is still the one
 * that it was begun with; otherwise another node has deleted entries, and the next backup of either is a whole one.
 */
export async function settle(
  session: Session,
  begun: { base: string; id: string; mark: Mark; nowMs: number },
): Promise<void> {
  const isBase = await inTransaction(session, async () => {
    const set = `update installation set value = ${session.parameter(1)}`
    const changed = await session.run(
      `${set} where name = '${BASE}' and value = ${session.parameter(2)} returning name`,
      [begun.id, begun.base],
    )
    if (changed.length > 0) await install(session, BASE_AT, String(begun.nowMs))
    return changed.length > 0
  })
  if (isBase) await deleteEntries(session, begun.mark)
}

async function deleteEntries(session: Session, mark: Mark): Promise<void> {
  const [isPast, skip] =
    session.engine === 'postgres'
      ? // It never waits for a writer while it holds what that writer may note next.
        ['pg_visible_in_snapshot(stamp, cast($1 as pg_snapshot))', 'for update skip locked']
      : [`stamp < cast(?1 as integer) and name <> ''`, '']
  const batch = `select name, key from ${JOURNAL_TABLE} where ${isPast} limit ${DELETE_SIZE} ${skip}`
  for (let deleted = DELETE_SIZE; deleted === DELETE_SIZE;)
    deleted = (
      await session.run(
        `delete from ${JOURNAL_TABLE} where (name, key) in (${batch}) and ${isPast} returning 1`,
        [mark],
      )
    ).length
}
