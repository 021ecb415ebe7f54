import { openPostgresSession } from './postgres-session.ts'
import type { Place, Session } from './session.ts'
import { openSqliteSession } from './sqlite-session.ts'

export function openSession(place: Place): Promise<Session> {
  return 'databaseUrl' in place ? openPostgresSession(place.databaseUrl) : openSqliteSession(place.file)
}
