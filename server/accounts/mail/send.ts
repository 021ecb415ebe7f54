// Mail with a link to confirm an email address, and the limit that keeps every mailbox from being flooded.
import type { AccountServices } from '../account-services.ts'
import { type EmailVerification, normaliseEmail, type User } from '../store.ts'
import { createLink } from './links.ts'
import { verificationMail } from './messages.ts'

/** Counts a mail to this mailbox; false when it has had its share, so that nobody is flooded through this service. */
export async function consumeMailLimit({ mailLimiter }: AccountServices, to: string): Promise<boolean> {
  return (await mailLimiter.consume(`mail:${normaliseEmail(to)}`)).isAllowed
}

/** To the email address to be confirmed: the account's own, or the one it is to be changed to. */
export async function sendVerificationMail(accounts: AccountServices, user: User, to: string): Promise<void> {
  if (!(await consumeMailLimit(accounts, to))) return
  const verification: EmailVerification = { userId: user.id, from: user.email, to }
  const path = await createLink(accounts.auth, 'verify-email', JSON.stringify(verification))
  await accounts.mail.send(accounts.db.sql, verificationMail(to, accounts.config.baseUrl + path))
}
