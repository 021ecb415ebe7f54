import type { Database } from './database.ts'
import type { DatabaseLimits } from './postgres/pools.ts'

interface Place {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly databaseReplicas: string | undefined
  readonly databaseLimits: DatabaseLimits
}

/** Loads only the engine that is used. */
export async function openDatabase(place: Place): Promise<Database> {
  const { databaseUrl, dataDir, databaseReplicas, databaseLimits } = place
  if (databaseUrl) {
    const { openPostgres } = await import('./postgres/postgres.ts')
    return openPostgres(databaseUrl, databaseLimits, databaseReplicas)
  }
  const { openSqlite } = await import('./sqlite/sqlite.ts')
  return openSqlite(dataDir)
}
