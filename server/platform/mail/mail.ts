// Mail is written into the database in the caller's transaction, and a job sends it: what has been accepted survives
// a crash of the service and an outage of the mail server.
import type { Config } from '../config.ts'
import type { Sql } from '../database/database.ts'
import { createId } from '../ids.ts'
import { seal, type Secrets } from '../secrets.ts'
import { createSignal, type Signal } from '../concurrency/signal.ts'
import { insertLetter, toLetterBinding } from './letter-store.ts'

export interface Message {
  to: string
  subject: string
  text: string
  /** Milliseconds since 1970: not sent any more after this, because its link no longer works. */
  usefulUntil?: number
}

export interface Mail {
  /** False: there is no mail server, so nobody can be asked to confirm an address. */
  readonly isConfigured: boolean
  /** Notified when a letter is written; the job that sends them waits for it. */
  readonly newLetters: Signal
  /** Durable once the transaction of `sql` has committed. */
  send(sql: Sql, message: Message): Promise<void>
}

export function createMail(config: Pick<Config, 'smtpUrl'>, secrets: Secrets, now: () => number): Mail {
  const newLetters = createSignal()
  return {
    isConfigured: config.smtpUrl !== undefined,
    newLetters,
    send: async (sql, { usefulUntil, ...message }) => {
      const id = createId(now())
      const sealed = seal(secrets, toLetterBinding(id), JSON.stringify(message))
      await insertLetter(sql, { id, sealed, createdAt: now(), usefulUntil })
      newLetters.notify()
    },
  }
}
