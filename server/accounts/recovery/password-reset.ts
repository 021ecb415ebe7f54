// Replaces a forgotten password through a mailed link.
import { toNetwork } from '#server/access/address.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import type { AccountServices } from '../account-services.ts'
import { isRefusal } from '../auth/refusal.ts'
import { createLink, findLink } from '../mail/links.ts'
import { passwordChangedMail, passwordResetMail } from '../mail/messages.ts'
import { consumeMailLimit } from '../mail/send.ts'
import { findPasswordProblem } from '../passwords.ts'
import { deleteResetLinks, findUser, findUserByEmail, markEmailVerified } from '../store.ts'

/** Looks the account up after the response, which therefore takes the same time for every email. */
export async function requestPasswordReset(
  accounts: AccountServices,
  email: string,
  ip: string,
): Promise<void> {
  await accounts.ipLimiter.require(`mail:${toNetwork(ip)}`)
  accounts.background.run(async () => {
    const user = await findUserByEmail(accounts.db.sql, email)
    if (!user || user.disabled_at !== null || !(await consumeMailLimit(accounts, user.email))) return
    const path = await createLink(accounts.auth, 'reset-password', user.id)
    await accounts.mail.send(accounts.db.sql, passwordResetMail(user.email, accounts.config.baseUrl + path))
  })
}

/** False when the link is unknown, used or expired. Ends every session and confirms the email. */
export async function resetPassword(
  accounts: AccountServices,
  token: string,
  newPassword: string,
): Promise<boolean> {
  const { auth, background, config, db, mail, now } = accounts
  const userId = await findLink(auth, 'reset-password', token)
  const user = userId === undefined ? undefined : await findUser(db.sql, userId)
  if (!user || user.disabled_at !== null) return false
  const problem = await findPasswordProblem(newPassword, user.email)
  if (problem !== undefined) throw invalidRequest(problem)
  try {
    await (await auth.open()).api.resetPassword({ body: { token, newPassword } })
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
  await db.transaction(async (sql) => {
    // Whoever has the link reads the mail of this address.
    await markEmailVerified(sql, now(), user.id, user.email)
    await deleteResetLinks(sql, user.id)
  })
  background.run(() => mail.send(db.sql, passwordChangedMail(user.email, config.baseUrl)))
  return true
}
