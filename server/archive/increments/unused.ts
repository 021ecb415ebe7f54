// A journal that no backup reads would grow for ever, and cost every writer: nodes that make no increments look for one.
import type { Config } from '#server/platform/config.ts'
import { findFact } from '#server/platform/installation.ts'
import type { Database } from '#server/platform/database/database.ts'
import { listNodes } from '#server/platform/database/nodes.ts'
import { DAY_MS } from '#server/platform/time.ts'
import { BASE_AT } from './journal.ts'

interface JournalServices {
  config: Pick<Config, 'backup'>
  db: Database
  now: () => number
}

/**
 * An embedded database has one service, whose settings say it, and BACKUP_INCREMENT_MINUTES=0 says it for all nodes. Without
 * BACKUP_DIR another node may make the increments: then it is unused when none has for a day.
 */
export async function isJournalUnused({ config, db, now }: JournalServices): Promise<boolean> {
  const { folder, incrementMs } = config.backup
  if (folder !== undefined && incrementMs !== undefined) return false
  if (!(await hasTriggers(db))) return false
  if (folder !== undefined || db.engine === 'sqlite') return true
  const nodes = await listNodes(db.sql, now())
  return nodes.length <= 1 || (await readBaseTime(db)) < now() - DAY_MS
}

async function hasTriggers({ engine, sql }: Database): Promise<boolean> {
  const found =
    engine === 'sqlite'
      ? await sql`select 1 from sqlite_schema where type = 'trigger' and name like 'row_changes%' limit 1`
      : await sql`
          select 1 from pg_trigger t join pg_class c on c.oid = t.tgrelid
          where t.tgname = 'row_changes' and c.relnamespace = current_schema()::regnamespace limit 1`
  return found.length > 0
}

async function readBaseTime({ sql }: Database): Promise<number> {
  return Number((await findFact(sql, BASE_AT)) ?? 0)
}
