// Signs users in and out, limited by account and by IP address. No session is opened before the second factor.
import type { FastifyRequest } from 'fastify'
import { toNetwork } from '#server/access/address.ts'
import { recordByUser } from '#server/access/security-log/security-log.ts'
import type { AccountServices } from '../account-services.ts'
import { clearSessionCookie } from '../auth/session-cookie.ts'
import { createOneTime } from '../one-time.ts'
import { hasSecondFactor } from '../second-factor/store.ts'
import { deleteSession, findPasswordHash, findUserByEmail, lockUser, type User } from '../store.ts'
import { MAX_EMAIL_LENGTH } from '#server/platform/mail/address.ts'
import { findKnownDevice } from './known-device.ts'
import { writePendingCookie } from './pending-cookie.ts'
import { openSession } from './session.ts'
import { sleepToFloor } from './timing.ts'

export interface Credentials {
  email: string
  password: string
}

export interface Entry {
  cookies: string[]
  /** True when there is no session yet: the second factor is still to come. */
  isPending: boolean
}

/** Undefined for a wrong password and for an unknown, unconfirmed or disabled account alike. */
export async function signIn(
  accounts: AccountServices,
  request: FastifyRequest,
  credentials: Credentials,
  returnTo: string,
): Promise<Entry | undefined> {
  await accounts.ipLimiter.require(`sign-in:${toNetwork(request.ip)}`)
  // No account can have such an email, so it needs no counter.
  if (credentials.email.length > MAX_EMAIL_LENGTH) return undefined
  const { email } = credentials
  const knownDevice = findKnownDevice(accounts, request, email)
  const attempt = await accounts.guessLimit.attempt(email, request.ip, knownDevice)
  const startedAt = performance.now()
  const entry = await checkPassword(accounts, request, credentials, returnTo)
  if (entry) {
    await attempt.succeeded()
  } else {
    await recordFailure(accounts, request, email)
    await sleepToFloor(accounts, startedAt)
  }
  return entry
}

async function checkPassword(
  accounts: AccountServices,
  request: FastifyRequest,
  { email, password }: Credentials,
  returnTo: string,
): Promise<Entry | undefined> {
  const { auth, db } = accounts
  const found = await findUserByEmail(db.sql, email)
  const hash = found && (await findPasswordHash(db.sql, found.id))
  if (!(await auth.verifyPassword(password, hash)) || !found) return undefined
  return db.transaction(async (sql) => {
    const user = await lockUser(sql, found.id)
    // Checking a password takes a while, in which it may have been changed.
    if (!user || !mayEnter(accounts, user) || (await findPasswordHash(sql, user.id)) !== hash)
      return undefined
    if (!(await hasSecondFactor(sql, user.id))) {
      const cookies = await openSession(accounts, sql, request, user.id, 'password')
      return { cookies, isPending: false }
    }
    const pending = { userId: user.id, value: returnTo }
    const { secret: token } = await createOneTime(sql, accounts.now(), 'pending-sign-in', pending)
    return { cookies: [writePendingCookie(accounts, token)], isPending: true }
  })
}

/** For an existing account only: guesses of strangers are not recorded. */
async function recordFailure(
  { db, now }: AccountServices,
  request: FastifyRequest,
  email: string,
): Promise<void> {
  const user = await findUserByEmail(db.sql, email)
  if (!user) return
  await db.transaction((sql) => recordByUser(sql, now(), request, user.id, 'sign_in_failed'))
}

/** A mail server is there to confirm every address with. */
export function mayEnter({ mail }: Pick<AccountServices, 'mail'>, user: User): boolean {
  return user.disabled_at === null && (user.email_verified || !mail.isConfigured)
}

/** Returns the cookie that clears the session in the browser. */
export async function signOut(accounts: AccountServices, request: FastifyRequest): Promise<string> {
  const { db, findSession, now } = accounts
  const session = await findSession(request.headers)
  if (session) {
    const { id, userId } = session
    await db.transaction(async (sql) => {
      if (!(await deleteSession(sql, userId, id))) return
      await recordByUser(sql, now(), request, userId, 'signed_out')
    })
  }
  return clearSessionCookie(accounts)
}
