// Mail with a link, and the limit that keeps every mailbox from being flooded.
import type { Sql } from '#server/platform/database/database.ts'
import type { AccountServices } from '../account-services.ts'
import { normaliseEmail, type User } from '../store.ts'
import { createLink } from './links.ts'
import { passwordResetMail, verificationMail } from './messages.ts'

/**
 * Counts a mail to this mailbox; false when it has had its share, so that nobody is flooded through this service. Before
 * the transaction that writes the mail: a counter is not undone with it.
 */
export async function consumeMailLimit({ mailLimiter }: AccountServices, to: string): Promise<boolean> {
  return (await mailLimiter.consume(`mail:${normaliseEmail(to)}`)).isAllowed
}

/** What a link to confirm an email stands for. `from` and `to` are equal unless the email is to be changed. */
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
  to: string,
): Promise<void> {
  const verification: EmailVerification = { from: user.email, to }
  const link = await createLink(sql, now(), 'verify-email', user.id, JSON.stringify(verification))
  await mail.send(sql, verificationMail(to, config.baseUrl, link))
}

export async function sendResetMail(
  { config, mail, now }: AccountServices,
  sql: Sql,
  user: User,
  message = passwordResetMail,
): Promise<void> {
  const link = await createLink(sql, now(), 'reset-password', user.id)
  await mail.send(sql, message(user.email, config.baseUrl, link))
}
