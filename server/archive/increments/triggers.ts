// The triggers of the journal, made from the schema.
import { setTimeout as sleep } from 'node:timers/promises'
import { isLockTimeout } from '#server/platform/database/postgres/faults.ts'
import { quote } from '../tables/rows.ts'
import { JOURNAL_TABLE, type Table } from '../tables/schema.ts'
import { inTransaction, type Session } from '../tables/session.ts'

const LOCK_ATTEMPTS = 50
/** On SQLite the entry whose stamp others get. */
export const NOW_ENTRY = `name = '' and key = ''`

/** Names of the tables whose changes are noted. */
export async function listNoted(session: Session): Promise<Set<string>> {
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

export function writeTriggers(session: Session, table: Table): string {
  return session.engine === 'sqlite'
    ? sqliteEvents.map((event) => writeSqliteTrigger(table, event)).join('\n')
    : writePostgresTrigger(table)
}

const text = (value: string) => `'${value.replaceAll("'", "''")}'`
/** Nothing is written for a key that has the stamp already. */
const onceForEach = `on conflict (name, key) do update set stamp = excluded.stamp where ${JOURNAL_TABLE}.stamp <> excluded.stamp`
const list = (row: 'new' | 'old', { key }: Table) => key.map((name) => `${row}.${quote(name)}`).join(', ')

function writeSqliteTrigger(table: Table, event: (typeof sqliteEvents)[number]): string {
  const now = `coalesce((select stamp from ${JOURNAL_TABLE} where ${NOW_ENTRY}), 0)`
  const note = (row: 'new' | 'old', condition = 'true') =>
    `insert into ${JOURNAL_TABLE} (name, key, stamp)
     select ${text(table.name)}, json_array(${list(row, table)}), ${now} where ${condition} ${onceForEach}`
  const notes = {
    insert: [note('new')],
    delete: [note('old')],
    update: [note('old'), note('new', `(${list('new', table)}) is not (${list('old', table)})`)],
  }[event]
  return `create trigger if not exists ${quote(`${JOURNAL_TABLE}_${table.name}_${event}`)} after ${event} on ${quote(table.name)}
    begin ${notes.map((statement) => `${statement};`).join(' ')} end;`
}

function writePostgresTrigger(table: Table): string {
  const note = (row: 'new' | 'old') =>
    `insert into ${JOURNAL_TABLE} (name, key, stamp)
     values (${text(table.name)}, json_build_array(${list(row, table)})::text, pg_current_xact_id()) ${onceForEach};`
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

export function dropTriggers(session: Session, name: string): string {
  return session.engine === 'sqlite'
    ? sqliteEvents
        .map((event) => `drop trigger if exists ${quote(`${JOURNAL_TABLE}_${name}_${event}`)};`)
        .join(' ')
    : `drop function if exists ${quote(`${JOURNAL_TABLE}_${name}`)}() cascade`
}

/** A trigger needs the table for itself for a moment: in between others pass. */
export async function retryLocked(session: Session, script: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(session, async () => {
        if (session.engine === 'postgres') await session.run(`set local lock_timeout = '500ms'`)
        await session.runScript(script)
      })
    } catch (error) {
      if (attempt === LOCK_ATTEMPTS || !isLockTimeout(error)) throw error
      await sleep(100 + Math.random() * 200)
    }
  }
}
