import type { Config } from '../config.ts'
import type { Database } from './database.ts'

/** Loads only the engine that is used. */
export async function openDatabase({
  databaseUrl,
  dataDir,
  databaseReplicas,
  databaseLimits,
}: Pick<Config, 'databaseUrl' | 'databaseReplicas' | 'databaseLimits' | 'dataDir'>): Promise<Database> {
  if (databaseUrl) {
    const { openPostgres } = await import('./postgres/postgres.ts')
    return openPostgres(databaseUrl, databaseLimits, databaseReplicas)
  }
  const { openSqlite } = await import('./sqlite/sqlite.ts')
  return openSqlite(dataDir)
}
