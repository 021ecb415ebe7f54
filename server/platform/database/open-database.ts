import type { Config } from '../config.ts'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

export function openDatabase({
  databaseUrl,
  dataDir,
  sqlBatching: isBatching,
}: Pick<Config, 'databaseUrl' | 'dataDir' | 'sqlBatching'>): Database {
  return databaseUrl ? openPostgres(databaseUrl, { isBatching }) : openSqlite(dataDir, { isBatching })
}
