// Conditions of a database for the service to start.
import { ConfigError } from '#server/platform/config.ts'
import { findFact } from '#server/platform/installation.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Throws a sentence for the operator when the database is half of a move, or was left behind by one. */
export async function requireServable(db: Database): Promise<void> {
  const [move] = await db.sql<{ direction: string; other: string }>`
    select direction, other from moves order by direction desc`
  if (!move) return
  throw new ConfigError(
    move.direction === 'into'
      ? `This database is being filled from ${move.other} and is not whole: run that installation's "move" again, or use an empty database.`
      : `Everything in this database was moved to ${move.other}: start the service with that one. ` +
          'To return to this one, and lose what was written since, run "move --undo".',
  )
}

/** Raised by a restore: sequence numbers of webhooks may then come again. */
export async function readEpoch(db: Database): Promise<number> {
  return Number((await findFact(db.sql, 'epoch')) ?? 0)
}
