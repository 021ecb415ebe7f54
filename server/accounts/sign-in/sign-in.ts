// Making an account, signing in, and getting back in: what the pages do. No answer tells who has an account.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { toNetwork } from '#server/access/address.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import type { AccountServices } from '../account-services.ts'
import { toAuthHeaders } from '../auth/headers.ts'
import {
  addressChangedLetter,
  existingAccountLetter,
  passwordChangedLetter,
  resetLetter,
  unconfirmedAccountLetter,
  verificationLetter,
} from '../letters.ts'
import { createLink, findLink } from '../links.ts'
import { findPasswordProblem } from '../passwords.ts'
import {
  type AddressClaim,
  confirmAddress,
  deleteLinks,
  findUser,
  findUserByEmail,
  insertUser,
  isTakenError,
  markVerified,
  normaliseEmail,
  type User,
} from '../store.ts'

/** Well above what hashing a password takes: whether a row was written does not show in the time. */
const ANSWER_AFTER_MS = 300

const EMAIL_MAXIMUM = 254

export interface NewAccount {
  email: string
  name: string
  password: string
}

/** A sentence for the form, or undefined when the account can be made. */
export async function findSignUpProblem({ email, name, password }: NewAccount): Promise<string | undefined> {
  if (!isEmail(email)) return 'This is not an email address.'
  return findNameProblem(name) ?? (await findPasswordProblem(password, email))
}

/** What better-auth's sign-in accepts too: an address it would refuse later must not get an account. */
export function isEmail(text: string): boolean {
  const email = text.trim()
  if (email.length > EMAIL_MAXIMUM || email.includes('..') || email.startsWith('.')) return false
  return /^[\w'+.-]*[\w+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/.test(email)
}

export function findNameProblem(name: string): string | undefined {
  if (name.length > 100) return 'The name is longer than 100 characters.'
  return hasControlCharacters(name) ? 'The name has characters that cannot be shown.' : undefined
}

export function hasControlCharacters(text: string): boolean {
  return /\p{Cc}/u.test(text)
}

/** Makes the account, or tells the owner of the one that is there; the visitor sees no difference. */
export async function signUp(accounts: AccountServices, wanted: NewAccount, address: string): Promise<void> {
  const { auth, background, db, now } = accounts
  await accounts.addressLimiter.require(`sign-up:${toNetwork(address)}`)
  await inAtLeast(ANSWER_AFTER_MS, async () => {
    const passwordHash = await auth.hashPassword(wanted.password)
    const name = wanted.name.trim() || null
    const user = await db.transaction((sql) =>
      insertUser(sql, now(), { email: wanted.email, name, passwordHash, isVerified: false }),
    )
    background.start(async () => {
      if (user) await sendVerification(accounts, user, user.email)
      else await tellOwner(accounts, wanted.email)
    })
  })
}

async function tellOwner(accounts: AccountServices, email: string): Promise<void> {
  const { auth, config, db, mail } = accounts
  const user = await findUserByEmail(db.sql, email)
  if (!user || user.disabled_at !== null || !(await mayMail(accounts, user.email))) return
  if (user.email_verified || !mail.isConfigured) {
    await mail.send(db.sql, existingAccountLetter(user.email, config.baseUrl))
    return
  }
  const path = await createLink(auth, 'reset-password', user.id)
  await mail.send(db.sql, unconfirmedAccountLetter(user.email, config.baseUrl + path))
}

/** To the address that is to be confirmed: the account's own, or the one it is to be changed to. */
export async function sendVerification(accounts: AccountServices, user: User, to: string): Promise<void> {
  if (!(await mayMail(accounts, to))) return
  const claim: AddressClaim = { userId: user.id, from: user.email, to }
  const path = await createLink(accounts.auth, 'verify-email', JSON.stringify(claim))
  await accounts.mail.send(accounts.db.sql, verificationLetter(to, accounts.config.baseUrl + path))
}

/** Nobody's mailbox is filled through us. */
export async function mayMail({ limiter }: AccountServices, to: string): Promise<boolean> {
  return (await limiter.consume(`mail:${normaliseEmail(to)}`)).isAllowed
}

/** The cookies of the new session; undefined for a wrong password, an unknown, unconfirmed or disabled account alike. */
export async function signIn(
  accounts: AccountServices,
  request: FastifyRequest,
  email: string,
  password: string,
): Promise<string[] | undefined> {
  await accounts.addressLimiter.require(`sign-in:${toNetwork(request.ip)}`)
  // Longer than any address: not worth remembering as an attempt.
  if (email.length > EMAIL_MAXIMUM) return undefined
  await accounts.limitSignIn(email, request.ip)
  const startedAt = Date.now()
  try {
    const auth = await accounts.auth.open()
    const { headers } = await auth.api.signInEmail({
      body: { email: normaliseEmail(email), password },
      headers: toAuthHeaders(request),
      returnHeaders: true,
    })
    return headers.getSetCookie()
  } catch (error) {
    if (!isRefusal(error)) throw error
    await sleepUntil(startedAt + ANSWER_AFTER_MS)
    return undefined
  }
}

/** Everything after the answer: it comes at once whether there is such an account or not. */
export async function requestReset(accounts: AccountServices, email: string, address: string): Promise<void> {
  await accounts.addressLimiter.require(`mail:${toNetwork(address)}`)
  accounts.background.start(async () => {
    const user = await findUserByEmail(accounts.db.sql, email)
    if (!user || user.disabled_at !== null || !(await mayMail(accounts, user.email))) return
    const path = await createLink(accounts.auth, 'reset-password', user.id)
    await accounts.mail.send(accounts.db.sql, resetLetter(user.email, accounts.config.baseUrl + path))
  })
}

export async function requestVerification(
  accounts: AccountServices,
  email: string,
  address: string,
): Promise<void> {
  await accounts.addressLimiter.require(`mail:${toNetwork(address)}`)
  accounts.background.start(async () => {
    const user = await findUserByEmail(accounts.db.sql, email)
    if (!user || user.disabled_at !== null || user.email_verified) return
    await sendVerification(accounts, user, user.email)
  })
}

/** False when the link is unknown, used or too old. Every session ends; the address counts as confirmed. */
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
    // The link came by mail to this address.
    await markVerified(sql, now(), user.id, user.email)
    await deleteLinks(sql, user.id)
  })
  background.start(() => mail.send(db.sql, passwordChangedLetter(user.email, config.baseUrl)))
  return true
}

/** The user whose address is now confirmed; undefined when the link or what it says is out of date. */
export async function verifyAddress(
  accounts: AccountServices,
  claim: AddressClaim,
): Promise<User | undefined> {
  const { background, db, mail, now } = accounts
  const isChange = claim.from !== claim.to
  const work = db.transaction(async (sql) => {
    const confirmed = await confirmAddress(sql, now(), claim)
    // A link to choose a password that went to the old address opens nothing any more.
    if (confirmed && isChange) await deleteLinks(sql, confirmed.id)
    return confirmed
  })
  const user = await work.catch((error: unknown) => {
    if (isTakenError(error)) return undefined
    throw error
  })
  if (user && isChange) background.start(() => mail.send(db.sql, addressChangedLetter(claim.from, claim.to)))
  return user
}

/** Whether better-auth said no, rather than broke. */
export function isRefusal(error: unknown): boolean {
  const { name, statusCode = 500 } = error as { name?: string; statusCode?: number }
  return name === 'APIError' && statusCode < 500
}

async function inAtLeast<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> {
  const startedAt = Date.now()
  const result = await work()
  await sleepUntil(startedAt + milliseconds)
  return result
}

async function sleepUntil(time: number): Promise<void> {
  await sleep(Math.max(0, time - Date.now()))
}
