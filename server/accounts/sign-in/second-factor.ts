// The second step of signing in: a code of the authenticator app, or a recovery code.
import type { FastifyRequest } from 'fastify'
import { recordByUser } from '#server/access/security-log/security-log.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { AccountServices } from '../account-services.ts'
import { consumeOneTime, findOneTime, takeAttempt } from '../one-time.ts'
import { useCode } from '../second-factor/codes.ts'
import { lockUser, type User } from '../store.ts'
import { clearPendingCookie, readPendingToken } from './pending-cookie.ts'
import { openSession } from './session.ts'
import { mayEnter } from './sign-in.ts'

const PURPOSE = 'pending-sign-in'

export interface PendingSignIn {
  userId: string
  returnTo: string
}

export interface Entered {
  cookies: string[]
  returnTo: string
}

/** The sign-in that this browser has begun; undefined when there is none, or it has expired. */
export async function findPending(
  { db, now }: AccountServices,
  request: FastifyRequest,
): Promise<PendingSignIn | undefined> {
  const found = await findOneTime(db.sql, now(), PURPOSE, readPendingToken(request.headers))
  return found && { userId: found.userId, returnTo: found.value }
}

/** 'expired' also after too many wrong codes. Throws 429 after too many for one account. */
export async function enterCode(
  accounts: AccountServices,
  request: FastifyRequest,
  code: string,
): Promise<Entered | 'wrong' | 'expired'> {
  const { codeLimiter, db, now } = accounts
  const token = readPendingToken(request.headers)
  const pending = await findPending(accounts, request)
  if (!pending) return 'expired'
  await codeLimiter.require(pending.userId)
  const attemptsLeft = await takeAttempt(db.sql, now(), PURPOSE, token)
  if (attemptsLeft === undefined) return 'expired'
  const entered = await finishSignIn(accounts, request, pending, (sql, user) =>
    useCode(accounts, sql, request, user, code),
  )
  if (entered) return entered
  await db.transaction(async (sql) => {
    if (attemptsLeft === 0) await consumeOneTime(sql, now(), PURPOSE, token)
    await recordByUser(sql, now(), request, pending.userId, 'second_factor_failed')
  })
  return attemptsLeft === 0 ? 'expired' : 'wrong'
}

type Check = (sql: Sql, user: User) => Promise<string | undefined>

/** Opens the session when `check` names what the user has proved it with; the pending sign-in is then used up. */
export async function finishSignIn(
  accounts: AccountServices,
  request: FastifyRequest,
  { userId, returnTo }: PendingSignIn,
  check: Check,
): Promise<Entered | undefined> {
  return accounts.db.transaction(async (sql) => {
    const user = await lockUser(sql, userId)
    if (!user || !mayEnter(accounts, user)) return undefined
    // Ended meanwhile by a new password, or by the same code at the same moment: nothing is used up for it.
    const token = readPendingToken(request.headers)
    if (!(await findOneTime(sql, accounts.now(), PURPOSE, token))) return undefined
    const by = await check(sql, user)
    if (by === undefined) return undefined
    await consumeOneTime(sql, accounts.now(), PURPOSE, token)
    const cookies = await openSession(accounts, sql, request, userId, `password and ${by}`)
    return { cookies: [...cookies, clearPendingCookie(accounts)], returnTo }
  })
}
