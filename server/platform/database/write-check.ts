// Whether a write succeeds now, which only a write can tell.
import { randomBytes } from 'node:crypto'
import { readFreeBytes } from '../files/disk.ts'
import { DatabaseUnavailableError } from './database.ts'
import type { Sql } from './sql.ts'

export type CheckWrite = (nowMs: number) => Promise<void>

// An upload of 10 MiB is in the log first, and then in the file too.
const MIN_FREE_BYTES = 32 * 1024 * 1024
const LARGE_BYTES = 1024 * 1024
const ROW = 'readyz'

/** A small write finds room in the log that is there already also when the disk is full, so its room is checked. */
export function createSqliteWriteCheck(sql: Sql, folder: string): CheckWrite {
  return async (nowMs) => {
    const free = await readFreeBytes(folder).catch(() => Number.POSITIVE_INFINITY)
    if (free < MIN_FREE_BYTES)
      throw new DatabaseUnavailableError(`only ${Math.round(free / 1024)} KiB of the disk are free`)
    await writeRow(sql, nowMs, null)
  }
}

export interface PostgresWriteCheck {
  readonly check: CheckWrite
  /** A statement found the disk full. */
  readonly noteFullDisk: () => void
}

/** The server's disk cannot be seen from here: once a write found it full, a large one shows when it no longer is. */
export function createPostgresWriteCheck(sql: Sql): PostgresWriteCheck {
  let wasFull = false
  return {
    check: async (nowMs) => {
      if (wasFull) await writeRow(sql, nowMs, randomBytes(LARGE_BYTES))
      wasFull = false
      await writeRow(sql, nowMs, null)
    },
    noteFullDisk: () => {
      wasFull = true
    },
  }
}

async function writeRow(sql: Sql, nowMs: number, body: Uint8Array | null): Promise<void> {
  await sql`
    insert into write_checks (id, checked_at, body) values (${ROW}, ${nowMs}, ${body})
    on conflict (id) do update set checked_at = excluded.checked_at, body = excluded.body`
}
