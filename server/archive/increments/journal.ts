// Which rows have changed: triggers on every table note the key of each row that is inserted, changed or deleted, in the
// transaction that does it. An increment holds the rows of these keys as they are in its moment.
//
//   archive A is made       in its moment some entries are there; all are about rows that A has
//   A is proved whole       these entries are deleted, and A is noted as the base
//   increment B             what was noted since; it goes on from the base
//
// Killed in between, the base is still the archive before A: nothing goes on from A but a whole backup.
import { setTimeout as sleep } from 'node:timers/promises'
import { isLockTimeout } from '#server/platform/database/postgres/faults.ts'
import { JOURNAL_TABLE, readTables, type Table } from '../tables/schema.ts'
import { quote } from '../tables/rows.ts'
import { inTransaction, type Session, type Value } from '../tables/session.ts'

const BASE = 'backup_base'
/** Changes of more rows than this are better written as a whole backup, and fit into memory. */
const MAX_ENTRIES = 250_000
const LOCK_ATTEMPTS = 50
const BATCH_SIZE = 500

/** There is nothing that an increment could go on from: a whole backup is to be made. */
export class NoIncrementError extends Error {}

/** Numbers of entries, from and to. */
export type Entries = [from: number, to: number][]

/** Table -> keys of rows, as JSON. */
export type Noted = ReadonlyMap<string, ReadonlySet<string>>

/** From here on every change is noted. Where some may have been missed so far, there is no base any more. */
export async function startJournal(session: Session): Promise<void> {
  const tables = await readTables(session)
  const noted = await listNoted(session)
  const missing = tables.filter(({ name }) => !noted.has(name))
  if (missing.length === 0) return
  await inTransaction(session, async () => {
    await session.runScript(
      `create table if not exists ${JOURNAL_TABLE} (
         number ${session.engine === 'postgres' ? 'bigint generated always as identity' : 'integer'} primary key,
         name text not null, key text not null)`,
    )
    await setBase(session, '')
  })
  for (const table of missing)
    await retryLocked(session, () => session.runScript(writeTriggers(session, table)))
}

/** For an installation that makes increments no longer. */
export async function stopJournal(session: Session): Promise<void> {
  const noted = await listNoted(session)
  if (noted.size === 0) return
  for (const name of noted) await retryLocked(session, () => session.runScript(dropTriggers(session, name)))
  await session.runScript(`drop table if exists ${JOURNAL_TABLE}`)
}

/** Empty: none. */
export async function readBase(session: Session): Promise<string> {
  const [row] = await session.run(`select value from installation where name = '${BASE}'`)
  return String(row?.[0] ?? '')
}

async function setBase(session: Session, id: string): Promise<void> {
  await session.run(
    `insert into installation (name, value) values ('${BASE}', ${session.parameter(1)})
     on conflict (name) do update set value = excluded.value`,
    [id],
  )
}

/** In the moment of an archive: it holds what these note. */
export async function readEntries(session: Session): Promise<Entries> {
  const entries: Entries = []
  for await (const [number] of session.stream(
    `select number from ${JOURNAL_TABLE} order by number`,
    BATCH_SIZE,
  ))
    addNumber(entries, Number(number))
  return entries
}

/** In the moment of an increment. */
export async function readNoted(session: Session): Promise<Noted> {
  const noted = new Map<string, Set<string>>()
  const [row] = await session.run(`select count(*) from ${JOURNAL_TABLE}`)
  if (Number(row?.[0]) > MAX_ENTRIES) throw new NoIncrementError('Too many rows have changed.')
  for await (const [name, key] of session.stream(`select name, key from ${JOURNAL_TABLE}`, BATCH_SIZE)) {
    const keys = noted.get(String(name)) ?? new Set()
    noted.set(String(name), keys.add(writeKey(JSON.parse(String(key)) as Value[])))
  }
  return noted
}

/** The engines write JSON with other spaces. */
export const writeKey = (key: readonly Value[]): string => JSON.stringify(key)

/** As ranges without a gap: an entry of a transaction that was still open is in none of them. */
function addNumber(entries: Entries, number: number): void {
  const last = entries.at(-1)
  if (last && last[1] === number - 1) last[1] = number
  else entries.push([number, number])
}

/** The archive of this id is whole, and has what these entries note. */
export async function settle(session: Session, id: string, entries: Entries): Promise<void> {
  const range = `number between ${session.parameter(1)} and ${session.parameter(2)}`
  await inTransaction(session, async () => {
    for (const [from, to] of entries)
      await session.run(`delete from ${JOURNAL_TABLE} where ${range}`, [from, to])
    await setBase(session, id)
  })
}

/** Names of the tables whose changes are noted. */
async function listNoted(session: Session): Promise<Set<string>> {
  const rows = await session.run(
    session.engine === 'sqlite'
      ? `select tbl_name from sqlite_schema where type = 'trigger' and name like '${JOURNAL_TABLE}%'
         group by tbl_name having count(*) = ${sqliteEvents.length}`
      : `select c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid
         where t.tgname = '${JOURNAL_TABLE}' and t.tgenabled = 'O' and c.relnamespace = current_schema()::regnamespace
           and to_regclass('${JOURNAL_TABLE}') is not null`,
  )
  return new Set(rows.map(([name]) => String(name)))
}

const sqliteEvents = ['insert', 'update', 'delete'] as const

function writeTriggers(session: Session, table: Table): string {
  return session.engine === 'sqlite'
    ? sqliteEvents.map((event) => writeSqliteTrigger(table, event)).join('\n')
    : writePostgresTrigger(table)
}

const text = (value: string) => `'${value.replaceAll("'", "''")}'`
const list = (row: 'new' | 'old', { key }: Table) => key.map((name) => `${row}.${quote(name)}`).join(', ')

function writeSqliteTrigger(table: Table, event: (typeof sqliteEvents)[number]): string {
  const note = (row: 'new' | 'old') =>
    `insert into ${JOURNAL_TABLE} (name, key) select ${text(table.name)}, json_array(${list(row, table)})`
  const notes = {
    insert: [note('new')],
    delete: [note('old')],
    update: [note('old'), `${note('new')} where (${list('new', table)}) is not (${list('old', table)})`],
  }[event]
  return `create trigger if not exists ${quote(`${JOURNAL_TABLE}_${table.name}_${event}`)} after ${event} on ${quote(table.name)}
    begin ${notes.map((statement) => `${statement};`).join(' ')} end;`
}

function writePostgresTrigger(table: Table): string {
  const note = (row: 'new' | 'old') =>
    `insert into ${JOURNAL_TABLE} (name, key) values (${text(table.name)}, json_build_array(${list(row, table)})::text);`
  const called = quote(`${JOURNAL_TABLE}_${table.name}`)
  return `
    create or replace function ${called}() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then ${note('old')} end if;
      if tg_op = 'INSERT' then ${note('new')}
      elsif tg_op = 'UPDATE' then
        if row(${list('new', table)}) is distinct from row(${list('old', table)}) then ${note('new')} end if;
      end if;
      return null;
    end $$;
    create or replace trigger ${JOURNAL_TABLE} after insert or update or delete on ${quote(table.name)}
      for each row execute function ${called}();`
}

function dropTriggers(session: Session, name: string): string {
  return session.engine === 'sqlite'
    ? sqliteEvents
        .map((event) => `drop trigger if exists ${quote(`${JOURNAL_TABLE}_${name}_${event}`)};`)
        .join(' ')
    : `drop function if exists ${quote(`${JOURNAL_TABLE}_${name}`)}() cascade`
}

/** A trigger needs the table for itself for a moment: in between others pass. */
async function retryLocked(session: Session, change: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(session, async () => {
        if (session.engine === 'postgres') await session.run(`set local lock_timeout = '500ms'`)
        await change()
      })
    } catch (error) {
      if (attempt === LOCK_ATTEMPTS || !isLockTimeout(error)) throw error
      await sleep(100 + Math.random() * 200)
    }
  }
}
