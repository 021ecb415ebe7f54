// Confirms that an email address belongs to the account, through a mailed link.
import type { FastifyRequest } from 'fastify'
import { toNetwork } from '#server/access/address.ts'
import { recordByUser } from '#server/access/security-log/security-log.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { isUniqueViolation } from '#server/platform/database/violations.ts'
import { preferencesOf } from '#server/platform/requests/preferences.ts'
import type { AccountServices } from '../account-services.ts'
import {
  consumeOneTime,
  createLink,
  endPendingLinks,
  findOneTime,
  isEmailReserved,
  restartKeepLinks,
  UNDO_EMAIL_CHANGE_MS,
} from '../one-time.ts'
import { emailChangedMail } from '../mail/messages.ts'
import { consumeMailLimit, type EmailVerification, sendVerificationMail, toReader } from '../mail/send.ts'
import { inAtLeast } from '../sign-in/timing.ts'
import { confirmEmail, findUserByEmail, lockUser, type User } from '../store.ts'

/** The response takes the same time for every email. */
export async function requestVerification(
  accounts: AccountServices,
  request: FastifyRequest,
  email: string,
): Promise<void> {
  await accounts.ipLimiter.require(`mail:${toNetwork(request.ip)}`)
  await inAtLeast(accounts, async () => {
    const user = await findUserByEmail(accounts.db.sql, email)
    if (!user || user.disabled_at !== null || user.email_verified) return
    if (!(await consumeMailLimit(accounts, user.email))) return
    const reader = toReader(user, preferencesOf(request).language)
    await accounts.db.transaction((sql) => sendVerificationMail(accounts, sql, user, reader))
  })
}

/** The email that a link would confirm; undefined when it is unknown, used or expired. */
export async function findEmailToVerify(
  { db, now }: AccountServices,
  token: string,
): Promise<string | undefined> {
  const link = await findOneTime(db.sql, now(), 'verify-email', token)
  return link && readVerification(link.value).to
}

function readVerification(value: string): EmailVerification {
  return JSON.parse(value) as EmailVerification
}

/** The user whose email is now confirmed; undefined when the link cannot be used or no longer fits the account. */
export async function verifyEmail(
  accounts: AccountServices,
  request: FastifyRequest,
  token: string,
): Promise<User | undefined> {
  const { db, now } = accounts
  const found = await findOneTime(db.sql, now(), 'verify-email', token)
  if (!found) return undefined
  const confirmation = db.transaction(async (sql) => {
    // First: a recovery at this moment ends the link, or waits and then finds the email changed.
    await lockUser(sql, found.userId)
    if (!(await consumeOneTime(sql, now(), 'verify-email', token))) return undefined
    const { from, to } = readVerification(found.value)
    if (await isEmailReserved(sql, now(), to, found.userId)) return undefined
    const user = await confirmEmail(sql, now(), found.userId, { from, to })
    if (user && from !== to) await finishEmailChange(accounts, sql, request, user, from)
    return user
  })
  return confirmation.catch((error: unknown) => {
    if (isUniqueViolation(error)) return undefined
    throw error
  })
}

/** In the transaction that has changed the email: the address before can take it back for seven days. */
export async function finishEmailChange(
  { config, mail, now }: AccountServices,
  sql: Sql,
  request: FastifyRequest,
  user: Pick<User, 'id' | 'email' | 'language'>,
  oldEmail: string,
): Promise<void> {
  await endPendingLinks(sql, user.id)
  const { path } = await createLink(sql, now(), 'keep-email', user.id, oldEmail)
  await restartKeepLinks(sql, now(), user.id, oldEmail)
  const link = { path, usefulUntil: now() + UNDO_EMAIL_CHANGE_MS }
  await mail.send(sql, emailChangedMail({ ...user, email: oldEmail }, user.email, config.baseUrl, link))
  await recordByUser(sql, now(), request, user.id, 'address_changed', user.email)
}
