// Replaces a forgotten password through a mailed link.
import type { FastifyRequest } from 'fastify'
import { toNetwork } from '#server/access/address.ts'
import { recordByUser } from '#server/access/security-log/security-log.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { preferencesOf, textsOf } from '#server/platform/requests/preferences.ts'
import type { AccountServices } from '../account-services.ts'
import { consumeOneTime, endPendingLinks, findOneTime } from '../one-time.ts'
import { passwordChangedMail } from '../mail/messages.ts'
import { consumeMailLimit, sendResetMail } from '../mail/send.ts'
import { findPasswordProblem } from '../passwords.ts'
import { inAtLeast } from '../sign-in/timing.ts'
import { startRecovery } from './start.ts'
import {
  findPasswordHash,
  findUser,
  findUserByEmail,
  lockUser,
  markEmailVerified,
  setFirstLanguage,
  setPasswordHash,
} from '../store.ts'

/** The response takes the same time for every email. */
export async function requestPasswordReset(
  accounts: AccountServices,
  request: FastifyRequest,
  email: string,
): Promise<void> {
  await accounts.ipLimiter.require(`mail:${toNetwork(request.ip)}`)
  await inAtLeast(accounts, async () => {
    const user = await findUserByEmail(accounts.db.sql, email)
    if (!user || user.disabled_at !== null || !(await consumeMailLimit(accounts, user.email))) return
    await accounts.db.transaction(async (sql) => {
      await sendResetMail(accounts, sql, user, preferencesOf(request).language)
      await recordByUser(sql, accounts.now(), request, user.id, 'password_reset_requested')
    })
  })
}

/** False when the link is unknown, used or expired. Confirms the email; unless it is the first password, a recovery begins. */
export async function resetPassword(
  accounts: AccountServices,
  request: FastifyRequest,
  token: string,
  newPassword: string,
): Promise<boolean> {
  const { auth, db, now } = accounts
  const found = await findOneTime(db.sql, now(), 'reset-password', token)
  const owner = found && (await findUser(db.sql, found.userId))
  if (!owner || owner.disabled_at !== null) return false
  const problem = await findPasswordProblem(newPassword, owner.email, textsOf(request).problems)
  if (problem !== undefined) throw invalidRequest(problem)
  const passwordHash = await auth.hashPassword(newPassword)
  return db.transaction(async (sql) => {
    const user = await lockUser(sql, owner.id)
    if (!user || user.disabled_at !== null) return false
    if (!(await consumeOneTime(sql, now(), 'reset-password', token))) return false
    // An account that was taken back has no password either; its review is due already.
    const isFirst = user.review_due_at === null && (await findPasswordHash(sql, user.id)) === undefined
    await setPasswordHash(sql, user.id, passwordHash)
    // Somebody who knew the password before may have left something behind that does without it.
    if (isFirst) {
      await endPendingLinks(sql, user.id)
      await setFirstLanguage(sql, user.id, preferencesOf(request).language)
    } else await startRecovery(accounts, sql, request, user.id)
    // The link came to this address.
    await markEmailVerified(sql, now(), user.id, user.email)
    await accounts.mail.send(sql, passwordChangedMail(user, accounts.config.baseUrl))
    await recordByUser(sql, now(), request, user.id, 'password_reset')
    return true
  })
}
