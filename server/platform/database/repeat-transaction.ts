import { setImmediate as giveOthersATurn } from 'node:timers/promises'
import type { Database, Sql } from './database.ts'

/**
 * A small transaction, again and again until it answers that nothing is left to do. Others have their turn in between: on
 * SQLite a transaction holds up every writer, and as long as it waits for nothing the whole event loop.
 */
export async function repeatTransaction(
  db: Pick<Database, 'transaction'>,
  work: (sql: Sql) => Promise<boolean>,
): Promise<void> {
  while (await db.transaction(work)) await giveOthersATurn()
}
