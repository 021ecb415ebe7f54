// Checks that writes succeed now, which only a write can tell.
import { randomBytes } from 'node:crypto'
import { readFreeBytes } from '../files/disk.ts'
import { noteFact } from './installation.ts'
import { DatabaseUnavailableError } from './database.ts'
import type { Sql } from './sql.ts'

export type CheckWrite = (nowMs: number) => Promise<void>

// An upload of 10 MiB is in the log first, and then in the file too.
const MIN_FREE_BYTES = 32 * 1024 * 1024
const LARGE_BYTES = 1024 * 1024
const FACT = 'readyz'

/** A small write finds room in the log that is there already also when the disk is full, so its room is checked. */
export function createSqliteWriteCheck(sql: Sql, folder: string): CheckWrite {
  return async (nowMs) => {
    const free = await readFreeBytes(folder).catch(() => Number.POSITIVE_INFINITY)
    if (free < MIN_FREE_BYTES)
      throw new DatabaseUnavailableError(`only ${Math.round(free / 1024)} KiB of the disk are free`)
    await noteFact(sql, FACT, String(nowMs))
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
      if (wasFull) await noteFact(sql, FACT, randomBytes(LARGE_BYTES).toString('base64'))
      wasFull = false
      await noteFact(sql, FACT, String(nowMs))
    },
    noteFullDisk: () => {
      wasFull = true
    },
  }
}
