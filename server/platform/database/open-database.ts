import type { Config } from '../config.ts'
import type { Database } from './database.ts'
import { openPostgres } from './postgres/postgres.ts'
import { openSqlite } from './sqlite.ts'

export function openDatabase({
  databaseUrl,
  dataDir,
  databaseLimits,
  sqlBatching: isBatching,
}: Pick<Config, 'databaseUrl' | 'databaseLimits' | 'dataDir' | 'sqlBatching'>): Database {
  return databaseUrl
    ? openPostgres(databaseUrl, databaseLimits, { isBatching })
    : openSqlite(dataDir, { isBatching })
}
