import { existsSync } from 'node:fs'
import { openPostgresSession } from './postgres-session.ts'
import type { Place, Session } from './session.ts'
import { openSqliteSession } from './sqlite-session.ts'

export function openSession(place: Place): Promise<Session> {
  return 'databaseUrl' in place ? openPostgresSession(place.databaseUrl) : openSqliteSession(place.file)
}

/** Opening an embedded database would make it. */
export function requireDatabase(place: Place): void {
  if ('file' in place && !existsSync(place.file)) throw new Error(`There is no database ${place.file}.`)
}
