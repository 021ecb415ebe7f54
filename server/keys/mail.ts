import type { Message } from '#server/platform/mail/mail.ts'
import { emailsFor, type Reader, writeEmail } from '#server/platform/mail/write.ts'

/** To the owner, no matter who made the key: it acts for the account until it is revoked. */
export function keyCreatedMail(to: Reader, baseUrl: string, name: string): Message {
  const { subject, text } = emailsFor(to).keyCreated
  return writeEmail(to, subject, text(name, `${baseUrl}/app/developers/keys`, `${baseUrl}/forgot-password`))
}

/** To the owner, no matter who added the device. */
export function deviceAddedMail(to: Reader, baseUrl: string, name: string): Message {
  const { subject, text } = emailsFor(to).deviceAdded
  return writeEmail(to, subject, text(name, `${baseUrl}/app/upload/automatic`, `${baseUrl}/forgot-password`))
}
