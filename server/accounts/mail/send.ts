// Mail with a link, and the limit that keeps every mailbox from being flooded.
import type { Language } from '#language/preferences.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Reader } from '#server/platform/mail/write.ts'
import type { AccountServices } from '../account-services.ts'
import { normaliseEmail } from '#server/platform/mail/address.ts'
import type { User } from '../store.ts'
import { createLink } from '../one-time.ts'
import { passwordResetMail, verificationMail } from './messages.ts'

/**
 * Counts a mail to this mailbox; false when it has had its share, so no one is flooded through this service. Before
 * the transaction that writes the mail: a counter is not undone with it.
 */
export async function consumeMailLimit({ mailLimiter }: AccountServices, to: string): Promise<boolean> {
  return (await mailLimiter.consume(`mail:${normaliseEmail(to)}`)).isAllowed
}

/**
 * For an email that a visitor asks for: an account without a language is written to in theirs. Warnings are then in
 * English: the person who caused one does not choose its language.
 */
export function toReader({ email, language }: Reader, asked: Language): Reader {
  return { email, language: language ?? asked }
}

/** The subject of a link to confirm an email. `from` and `to` are equal unless the email is to be changed. */
export interface EmailVerification {
  /** The email of the account when the link was created. */
  from: string
  /** The email it has once the link is used. */
  to: string
}

/** To the email address to be confirmed: the account's own, or the one it is to be changed to. */
export async function sendVerificationMail(
  { config, mail, now }: AccountServices,
  sql: Sql,
  user: User,
  to: Reader,
): Promise<void> {
  const verification: EmailVerification = { from: user.email, to: to.email }
  const link = await createLink(sql, now(), 'verify-email', user.id, JSON.stringify(verification))
  await mail.send(sql, verificationMail(to, config.baseUrl, link))
}

export async function sendResetMail(
  { config, mail, now }: AccountServices,
  sql: Sql,
  user: User,
  asked: Language,
  message = passwordResetMail,
): Promise<void> {
  const link = await createLink(sql, now(), 'reset-password', user.id)
  await mail.send(sql, message(toReader(user, asked), config.baseUrl, link))
}
