// Confirms that an email address belongs to the account, through a mailed link.
import { toNetwork } from '#server/access/address.ts'
import type { AccountServices } from '../account-services.ts'
import { emailChangedMail } from '../mail/messages.ts'
import { sendVerificationMail } from '../mail/send.ts'
import {
  confirmEmail,
  deleteResetLinks,
  type EmailVerification,
  findUserByEmail,
  isUniqueViolation,
  type User,
} from '../store.ts'

/** Looks the account up after the response, which therefore takes the same time for every email. */
export async function requestVerification(
  accounts: AccountServices,
  email: string,
  ip: string,
): Promise<void> {
  await accounts.ipLimiter.require(`mail:${toNetwork(ip)}`)
  accounts.background.run(async () => {
    const user = await findUserByEmail(accounts.db.sql, email)
    if (!user || user.disabled_at !== null || user.email_verified) return
    await sendVerificationMail(accounts, user, user.email)
  })
}

/** The user whose email is now confirmed; undefined when the link no longer fits the account. */
export async function verifyEmail(
  accounts: AccountServices,
  verification: EmailVerification,
): Promise<User | undefined> {
  const { background, db, mail, now } = accounts
  const { from, to } = verification
  const isChange = from !== to
  const confirmation = db.transaction(async (sql) => {
    const confirmed = await confirmEmail(sql, now(), verification)
    // A reset link that was sent to the old email must not work any more.
    if (confirmed && isChange) await deleteResetLinks(sql, confirmed.id)
    return confirmed
  })
  const user = await confirmation.catch((error: unknown) => {
    if (isUniqueViolation(error)) return undefined
    throw error
  })
  if (user && isChange) background.run(() => mail.send(db.sql, emailChangedMail(from, to)))
  return user
}
