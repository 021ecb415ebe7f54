// Operations of signed-in users on their account. Any that could lock them out asks for the password again.
import { normaliseEmail } from '#server/platform/mail/address.ts'
import type { FastifyRequest } from 'fastify'
import { recordByUser } from '#server/access/security-log/security-log.ts'
import { describeUserAgent } from '#server/access/security-log/user-agent.ts'
import { notSignedIn, type Session } from '#server/access/session.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { isUniqueViolation } from '#server/platform/database/violations.ts'
import { invalidRequest, notFound } from '#server/platform/errors.ts'
import { SECOND_MS } from '#server/platform/time.ts'
import type { AccountServices } from './account-services.ts'
import { createSessionToken, SESSION_SECONDS, writeSessionCookie } from './auth/session-cookie.ts'
import { createLink, endPendingLinks, isEmailReserved } from './one-time.ts'
import {
  emailChangeRequestedMail,
  emailInUseMail,
  emailReservedMail,
  passwordChangedMail,
} from './mail/messages.ts'
import { consumeMailLimit, sendVerificationMail } from './mail/send.ts'
import { findPasswordProblem } from './passwords.ts'
import { requirePassword } from './proofs.ts'
import { finishEmailChange } from './recovery/email-verification.ts'
import { inAtLeast } from './sign-in/timing.ts'
import {
  deleteSession,
  deleteSessions,
  findUserByEmail,
  isSessionLive,
  listSessions,
  lockUser,
  replaceSessionToken,
  setPasswordHash,
  updateEmail,
  type User,
} from './store.ts'
import { findEmailProblem } from './validation.ts'

/**
 * The user of the session, locked. Throws 401 when the session has ended since the request began: a recovery at this
 * moment must not be followed by what it was to prevent.
 */
export async function lockSessionUser(sql: Sql, session: Session): Promise<User> {
  const user = await lockUser(sql, session.userId)
  if (!user || !(await isSessionLive(sql, session.id))) throw notSignedIn()
  return user
}

/** Ends every other session and every pending link; returns the cookie that replaces this session's. */
export async function changePassword(
  accounts: AccountServices,
  request: FastifyRequest,
  currentPassword: string,
  newPassword: string,
): Promise<string> {
  const { auth, config, db, mail, now } = accounts
  const { session } = request
  const problem = await findPasswordProblem(newPassword, session.email)
  if (problem !== undefined) throw invalidRequest(problem)
  await requirePassword(accounts, request, currentPassword)
  const passwordHash = await auth.hashPassword(newPassword)
  const token = createSessionToken()
  await db.transaction(async (sql) => {
    const user = await lockSessionUser(sql, session)
    await setPasswordHash(sql, user.id, passwordHash)
    await deleteSessions(sql, user.id, session.id)
    const expiresAt = now() + SESSION_SECONDS * SECOND_MS
    await replaceSessionToken(sql, now(), session.id, { token, expiresAt })
    await endPendingLinks(sql, user.id)
    await mail.send(sql, passwordChangedMail(user, config.baseUrl))
    await recordByUser(sql, now(), request, user.id, 'password_changed')
  })
  return writeSessionCookie(accounts, token)
}

/**
 * With a mail server the change waits for a link sent to the new address ('sent'), and the response does not tell
 * whether that address has an account already. Without one the email is changed at once. Either way the old address
 * gets a link that undoes it.
 */
export async function requestEmailChange(
  accounts: AccountServices,
  request: FastifyRequest,
  newEmail: string,
  password: string,
): Promise<'sent' | 'changed'> {
  const email = normaliseEmail(newEmail)
  const problem = findEmailProblem(email)
  if (problem !== undefined) throw invalidRequest(problem)
  if (email === request.session.email) throw invalidRequest('This is already your email address.')
  await requirePassword(accounts, request, password)
  // Each writes to the old address, whose own limit must not keep the warning from it.
  await accounts.mailLimiter.require(`email-change:${request.session.userId}`)
  return accounts.mail.isConfigured
    ? inAtLeast(accounts, () => sendEmailChange(accounts, request, email))
    : changeEmailAtOnce(accounts, request, email)
}

async function sendEmailChange(
  accounts: AccountServices,
  request: FastifyRequest,
  email: string,
): Promise<'sent'> {
  const { config, db, mail, now } = accounts
  const mayWrite = await consumeMailLimit(accounts, email)
  await db.transaction(async (sql) => {
    const user = await lockSessionUser(sql, request.session)
    if (mayWrite) await writeToNewEmail(accounts, sql, user, email)
    const link = await createLink(sql, now(), 'keep-email', user.id, user.email)
    await mail.send(sql, emailChangeRequestedMail(user, email, config.baseUrl, link))
    await recordByUser(sql, now(), request, user.id, 'address_change_requested', email)
  })
  return 'sent'
}

async function writeToNewEmail(
  accounts: AccountServices,
  sql: Sql,
  user: User,
  email: string,
): Promise<void> {
  const { mail, now } = accounts
  const other = await findUserByEmail(sql, email)
  const reader = { email, language: user.language }
  if (other) await mail.send(sql, emailInUseMail(other))
  else if (await isEmailReserved(sql, now(), email, user.id)) await mail.send(sql, emailReservedMail(reader))
  else await sendVerificationMail(accounts, sql, user, reader)
}

async function changeEmailAtOnce(
  accounts: AccountServices,
  request: FastifyRequest,
  email: string,
): Promise<'changed'> {
  const { db, now } = accounts
  const change = db.transaction(async (sql) => {
    const user = await lockSessionUser(sql, request.session)
    if (await isEmailReserved(sql, now(), email, user.id)) return false
    if (!(await updateEmail(sql, now(), user.id, email))) return false
    await finishEmailChange(accounts, sql, request, { ...user, email }, user.email)
    return true
  })
  if (!(await change.catch(falseIfTaken))) throw invalidRequest('This email address cannot be used.')
  return 'changed'
}

function falseIfTaken(error: unknown): false {
  if (isUniqueViolation(error)) return false
  throw error
}

export async function revokeSession(
  { db, now }: AccountServices,
  request: FastifyRequest,
  sessionId: string,
): Promise<void> {
  const { userId } = request.session
  await db.transaction(async (sql) => {
    const session = (await listSessions(sql, userId, now())).find(({ id }) => id === sessionId)
    if (!(await deleteSession(sql, userId, sessionId))) throw notFound('There is no such session.')
    const subject = describeUserAgent(session?.user_agent ?? null) ?? undefined
    await recordByUser(sql, now(), request, userId, 'session_ended', subject)
  })
}

/** Returns how many. */
export async function revokeOtherSessions(
  { db, now }: AccountServices,
  request: FastifyRequest,
): Promise<number> {
  const { id, userId } = request.session
  return db.transaction(async (sql) => {
    const ended = await deleteSessions(sql, userId, id)
    if (ended > 0) await recordByUser(sql, now(), request, userId, 'sessions_ended')
    return ended
  })
}
