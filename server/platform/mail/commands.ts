// The operator sees which emails are queued or have failed, and sends them again.
import { retryEntries } from '../background/queue.ts'
import { findOption, type Options } from '../options.ts'
import { openSealed, type Secrets } from '../secrets.ts'
import { countEmails, emailQueue, type EmailRow, listEmails, toEmailBinding } from './email-store.ts'
import type { MailServices, Message } from './mail.ts'
import { readOutbox } from './outbox.ts'

const MAX_SHOWN = 200

/** Addresses and subjects; an email's text may hold a link that opens an account. */
export async function listMail({ db, secrets, mail }: MailServices): Promise<object> {
  const { queued, failed } = await countEmails(db.sql)
  const emails = await listEmails(db.sql, MAX_SHOWN)
  return {
    hasMailServer: mail.isConfigured,
    queued,
    failed,
    emails: emails.map((email) => describe(secrets, email)),
  }
}

/** On the machine itself also what was not sent for want of a mail server, with its text. */
export async function listMailAndOutbox(services: MailServices): Promise<object> {
  const listed = await listMail(services)
  if (services.mail.isConfigured) return listed
  return { ...listed, outbox: await readOutbox(services.config.dataDir, MAX_SHOWN) }
}

function describe(secrets: Secrets, email: EmailRow): object {
  const { to, subject } = JSON.parse(openSealed(secrets, toEmailBinding(email.id), email.payload)) as Message
  return {
    id: email.id,
    to,
    subject,
    writtenAt: new Date(email.created_at).toISOString(),
    attempts: email.attempts,
    ...(email.failed_at === null
      ? { nextAttemptAt: new Date(email.due_at).toISOString() }
      : { failedAt: new Date(email.failed_at).toISOString() }),
    lastError: email.last_error,
  }
}

export async function retryMail({ db, now }: MailServices, options: Options): Promise<object> {
  const emailId = findOption(options, 'id')
  const retried = await retryEntries(db.sql, now(), emailQueue, emailId)
  if (emailId !== undefined && retried === 0) throw new Error(`No email ${emailId} has failed.`)
  return { retried }
}
