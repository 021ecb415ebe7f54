// What signed-in users do with their account.
import type { FastifyRequest } from 'fastify'
import type { AccountChange } from '#dashboard/account.ts'
import type { Session } from '#server/access/session.ts'
import { invalidRequest, notFound } from '#server/platform/errors.ts'
import type { AccountServices } from './account-services.ts'
import { toAuthHeaders } from './auth/headers.ts'
import { makeProfileImage } from './image.ts'
import { addressInUseLetter, passwordChangedLetter } from './letters.ts'
import { findPasswordProblem } from './passwords.ts'
import { requireUser } from './profile.ts'
import {
  findNameProblem,
  hasControlCharacters,
  isEmail,
  isRefusal,
  mayMail,
  sendVerification,
} from './sign-in/sign-in.ts'
import {
  changeAddress,
  deleteLinks,
  deleteSession,
  deleteUser,
  lockUser,
  findUserByEmail,
  insertImage,
  isTakenError,
  normaliseEmail,
  removeImage,
  updateProfile,
  type User,
} from './store.ts'

/** Changes what is named and nothing else. */
export async function changeProfile(
  { db, now }: AccountServices,
  userId: string,
  change: AccountChange,
): Promise<User> {
  const problem = findProfileProblem(change)
  if (problem !== undefined) throw invalidRequest(problem)
  const user = await db.transaction(async (sql) => {
    const before = await requireUser(sql, userId)
    return updateProfile(sql, now(), userId, {
      name: change.name === undefined ? before.name : change.name?.trim() || null,
      club: change.club === undefined ? before.club : change.club?.trim() || null,
      civlId: change.civlId === undefined ? before.civl_id : change.civlId,
      publicProfile: change.publicProfile ?? before.public_profile,
    })
  })
  if (!user) throw notFound('This account is no longer there.')
  return user
}

function findProfileProblem({ name, club, civlId }: AccountChange): string | undefined {
  if (name && findNameProblem(name)) return findNameProblem(name)
  if (club && club.length > 100) return 'The club is longer than 100 characters.'
  if (club && hasControlCharacters(club)) return 'The club has characters that cannot be shown.'
  const isCivlId = civlId === undefined || civlId === null || (Number.isInteger(civlId) && civlId > 0)
  return isCivlId && (civlId ?? 0) < 2 ** 31 ? undefined : 'The CIVL id is a whole number, such as 12345.'
}

/** Throws unless the password is the user's; attempts count as attempts to sign in. */
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

const wrongPassword = () => invalidRequest('The current password is not right.')

/** Ends every other session; the cookies of the one that goes on. */
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
    await deleteLinks(db.sql, userId)
    background.start(() => mail.send(db.sql, passwordChangedLetter(email, config.baseUrl)))
    return headers.getSetCookie()
  } catch (error) {
    throw isRefusal(error) ? wrongPassword() : error
  }
}

/**
 * With mail: a link goes to the new address, and the change waits for it ('sent'). Without: it is changed now.
 * With mail no answer tells whether the new address has an account already.
 */
export async function requestAddressChange(
  accounts: AccountServices,
  request: FastifyRequest,
  wanted: string,
  password: string,
): Promise<'sent' | 'changed'> {
  const { background, db, mail, now } = accounts
  const email = normaliseEmail(wanted)
  if (!isEmail(email)) throw invalidRequest('This is not an email address.')
  if (email === request.session.email) throw invalidRequest('This is your address already.')
  await requirePassword(accounts, request, password)
  if (!mail.isConfigured) {
    const isChanged = await changeAddress(db.sql, now(), request.session.userId, email).catch(falseIfTaken)
    if (!isChanged) throw invalidRequest('This address cannot be used.')
    return 'changed'
  }
  background.start(async () => {
    const owner = await findUserByEmail(db.sql, email)
    const user = await requireUser(db.sql, request.session.userId)
    if (!owner) await sendVerification(accounts, user, email)
    else if (await mayMail(accounts, email)) await mail.send(db.sql, addressInUseLetter(email))
  })
  return 'sent'
}

function falseIfTaken(error: unknown): false {
  if (isTakenError(error)) return false
  throw error
}

export async function changeImage(
  accounts: AccountServices,
  userId: string,
  bytes: Uint8Array,
): Promise<void> {
  const image = await makeProfileImage(bytes)
  await accounts.db.transaction((sql) => insertImage(sql, accounts.now(), userId, image))
}

export async function dropImage({ db, now }: AccountServices, userId: string): Promise<void> {
  await db.transaction((sql) => removeImage(sql, now(), userId))
}

export async function endSession(
  { db }: AccountServices,
  session: Session,
  sessionId: string,
): Promise<void> {
  if (await deleteSession(db.sql, session.userId, sessionId)) return
  throw notFound('There is no such session.')
}

/** Everything goes in one transaction, announced by the features whose it is. The cookies that forget the session. */
export async function deleteAccount(
  accounts: AccountServices,
  request: FastifyRequest,
  password: string,
): Promise<string[]> {
  await requirePassword(accounts, request, password)
  const owner = { id: request.session.userId, email: request.session.email }
  await accounts.db.transaction(async (sql) => {
    // First: a flight stored between its part's erasure and the end would go without being announced.
    await lockUser(sql, owner.id)
    for (const part of accounts.parts) await part.erase?.(sql, owner)
    await deleteUser(sql, owner.id)
  })
  return signOut(accounts, request)
}

/** The cookies that forget the session. */
export async function signOut({ auth }: AccountServices, request: FastifyRequest): Promise<string[]> {
  const { api } = await auth.open()
  const { headers } = await api.signOut({ headers: toAuthHeaders(request), returnHeaders: true })
  return headers.getSetCookie()
}
