// A change of many rows tells how far it has got, in `admin status` and in the log. Short ones are over before they would.
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import { SECOND_MS } from '../time.ts'
import { setProgress } from './store.ts'

const TELL_EVERY_MS = 2 * SECOND_MS

export interface Progress {
  /** So many rows more. */
  add(rows: number): Promise<void>
  end(): Promise<void>
}

export function startProgress(
  { db, log, now }: { db: Database; log: Log; now: () => number },
  /** All are counted when it is told for the first time. */
  work: { name: string; about: object; countAll: (done: number) => Promise<number> },
  tellEveryMs = TELL_EVERY_MS,
): Progress {
  let done = 0
  let of: number | undefined
  let tellAt = performance.now() + tellEveryMs
  return {
    add: async (rows) => {
      done += rows
      if (performance.now() < tellAt) return
      of ??= await work.countAll(done)
      await setProgress(db.sql, now(), work.name, { done, of })
      log.info({ ...work.about, work: work.name, done, of }, 'a change of many rows goes on')
      tellAt = performance.now() + tellEveryMs
    },
    end: async () => {
      if (of === undefined) return
      await setProgress(db.sql, now(), work.name, null)
      log.info({ ...work.about, work: work.name, done, of }, 'a change of many rows has ended')
    },
  }
}
