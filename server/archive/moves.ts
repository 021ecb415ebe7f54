// Marks in a database that it has moved, and its epoch: a node refuses to serve from a database that was moved away.
import { ConfigError } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findFact } from '#server/platform/installation.ts'
import { MOVES_TABLE } from './tables/schema.ts'
import type { Session } from './tables/session.ts'

export type Direction = 'into' | 'away'

export interface Move {
  direction: Direction
  other: string
}

export async function noteMove(
  session: Session,
  direction: Direction,
  other: string,
  nowMs: number,
): Promise<void> {
  const [first, second, third] = [1, 2, 3].map((index) => session.parameter(index))
  await session.run(
    `insert into ${MOVES_TABLE} (direction, other, noted_at) values (${first}, ${second}, ${third})
     on conflict (direction) do update set other = excluded.other, noted_at = excluded.noted_at`,
    [direction, other, nowMs],
  )
}

export async function forgetMove(session: Session, direction: Direction): Promise<void> {
  await session.run(`delete from ${MOVES_TABLE} where direction = ${session.parameter(1)}`, [direction])
}

/** Undefined also where there is no such table yet. */
export async function findMove(session: Session): Promise<Move | undefined> {
  const isThere =
    session.engine === 'sqlite'
      ? await session.run('select 1 from sqlite_schema where name = ?', [MOVES_TABLE])
      : await session.run('select 1 where to_regclass($1) is not null', [MOVES_TABLE])
  if (isThere.length === 0) return undefined
  const [row] = await session.run(`select direction, other from ${MOVES_TABLE} order by direction desc`)
  return row && { direction: row[0] as Direction, other: String(row[1]) }
}

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
