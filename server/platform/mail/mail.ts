// Mail is written into the database in the caller's transaction, and a job sends it: what has been accepted survives
// a crash of the service and an outage of the mail server.
import type { Config } from '../config.ts'
import type { Database, Sql } from '../database/database.ts'
import { createId } from '../ids.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { seal, type Secrets } from '../secrets.ts'
import { createSignal, type Signal } from '../concurrency/signal.ts'
import { enqueue } from '../background/queue.ts'
import { emailQueue, toEmailBinding } from './email-store.ts'

export interface Message {
  to: string
  subject: string
  text: string
  /** Milliseconds since 1970: not sent any more after this, because its link no longer works. */
  usefulUntil?: number
}

export interface OutgoingEmail extends Message {
  id: string
  replyTo?: string | undefined
  attachment?: { readonly fileName: string; readonly bytes: Uint8Array }
}

export interface MailServices {
  readonly config: Config
  readonly db: Database
  readonly log: Log
  readonly mail: Mail
  readonly metrics: Metrics
  readonly now: () => number
  readonly secrets: Secrets
}

export interface Mail {
  /** False: there is no mail server, so no one can be asked to confirm an address. */
  readonly isConfigured: boolean
  /** Notified when an email is written; the job that sends them waits for it. */
  readonly newEmails: Signal
  /** Durable once the transaction of `sql` has committed. */
  send(sql: Sql, message: Message): Promise<void>
}

export function createMail(config: Pick<Config, 'smtpUrl'>, secrets: Secrets, now: () => number): Mail {
  const newEmails = createSignal()
  return {
    isConfigured: config.smtpUrl !== undefined,
    newEmails,
    send: async (sql, { usefulUntil, ...message }) => {
      const id = createId(now())
      const payload = seal(secrets, toEmailBinding(id), JSON.stringify(message))
      await enqueue(sql, now(), emailQueue, { id, payload, usefulUntil })
      newEmails.notify()
    },
  }
}
