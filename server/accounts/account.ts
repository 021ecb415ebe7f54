// What signed-in users do with their account. Whatever could lock them out asks for the password again.
import type { FastifyRequest } from 'fastify'
import type { Session } from '#server/access/session.ts'
import { invalidRequest, notFound } from '#server/platform/errors.ts'
import type { AccountServices } from './account-services.ts'
import { toAuthHeaders } from './auth/headers.ts'
import { isRefusal } from './auth/refusal.ts'
import { emailInUseMail, passwordChangedMail } from './mail/messages.ts'
import { consumeMailLimit, sendVerificationMail } from './mail/send.ts'
import { findPasswordProblem } from './passwords.ts'
import { requireUser } from './profile/profile.ts'
import { signOut } from './sign-in/sign-in.ts'
import {
  deleteResetLinks,
  deleteSession,
  deleteUser,
  findUserByEmail,
  isUniqueViolation,
  lockUser,
  normaliseEmail,
  updateEmail,
} from './store.ts'
import { findEmailProblem } from './validation.ts'

/** Throws unless the password is the user's. Counts as an attempt to sign in. */
async function requirePassword(
  accounts: AccountServices,
  request: FastifyRequest,
  password: string,
): Promise<void> {
  await accounts.limitSignIn(request.session.email, request.ip)
  try {
    const auth = await accounts.auth.open()
    await auth.api.verifyPassword({ body: { password }, headers: toAuthHeaders(request) })
  } catch (error) {
    throw isRefusal(error) ? wrongPassword() : error
  }
}

const wrongPassword = () => invalidRequest('The current password is wrong.')

/** Ends every other session; returns the cookies of the one that replaces this one. */
export async function changePassword(
  accounts: AccountServices,
  request: FastifyRequest,
  currentPassword: string,
  newPassword: string,
): Promise<string[]> {
  const { auth, background, config, db, mail } = accounts
  const { email, userId } = request.session
  const problem = await findPasswordProblem(newPassword, email)
  if (problem !== undefined) throw invalidRequest(problem)
  await accounts.limitSignIn(email, request.ip)
  try {
    const { api } = await auth.open()
    const { headers } = await api.changePassword({
      body: { currentPassword, newPassword, revokeOtherSessions: true },
      headers: toAuthHeaders(request),
      returnHeaders: true,
    })
    await deleteResetLinks(db.sql, userId)
    background.run(() => mail.send(db.sql, passwordChangedMail(email, config.baseUrl)))
    return headers.getSetCookie()
  } catch (error) {
    throw isRefusal(error) ? wrongPassword() : error
  }
}

/**
 * With a mail server the change waits for a link sent to the new address ('sent'), and the response does not tell
 * whether that address has an account already. Without one the email is changed at once.
 */
export async function requestEmailChange(
  accounts: AccountServices,
  request: FastifyRequest,
  newEmail: string,
  password: string,
): Promise<'sent' | 'changed'> {
  const { background, db, mail, now } = accounts
  const email = normaliseEmail(newEmail)
  const problem = findEmailProblem(email)
  if (problem !== undefined) throw invalidRequest(problem)
  if (email === request.session.email) throw invalidRequest('This is already your email address.')
  await requirePassword(accounts, request, password)
  if (!mail.isConfigured) {
    const isChanged = await updateEmail(db.sql, now(), request.session.userId, email).catch(falseIfTaken)
    if (!isChanged) throw invalidRequest('This email address cannot be used.')
    return 'changed'
  }
  background.run(async () => {
    const owner = await findUserByEmail(db.sql, email)
    const user = await requireUser(db.sql, request.session.userId)
    if (!owner) await sendVerificationMail(accounts, user, email)
    else if (await consumeMailLimit(accounts, email)) await mail.send(db.sql, emailInUseMail(email))
  })
  return 'sent'
}

function falseIfTaken(error: unknown): false {
  if (isUniqueViolation(error)) return false
  throw error
}

export async function revokeSession(
  { db }: AccountServices,
  session: Session,
  sessionId: string,
): Promise<void> {
  if (await deleteSession(db.sql, session.userId, sessionId)) return
  throw notFound('There is no such session.')
}

/**
 * Deletes everything in one transaction, in which each feature announces what is gone. Returns the cookies that clear
 * the session in the browser.
 */
export async function deleteAccount(
  accounts: AccountServices,
  request: FastifyRequest,
  password: string,
): Promise<string[]> {
  await requirePassword(accounts, request, password)
  const owner = { id: request.session.userId, email: request.session.email }
  await accounts.db.transaction(async (sql) => {
    // First, or a flight stored after its part was erased would be deleted without being announced.
    await lockUser(sql, owner.id)
    for (const part of accounts.parts) await part.erase?.(sql, owner)
    await deleteUser(sql, owner.id)
  })
  return signOut(accounts, request)
}
