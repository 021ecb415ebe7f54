// Signing in with a passkey: alone, or after the password.
import type { FastifyRequest } from 'fastify'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { toNetwork } from '#server/access/address.ts'
import type { AccountServices } from '../account-services.ts'
import { checkAssertion, createRequestOptions, usePasskey } from '../second-factor/passkeys.ts'
import { lockUser } from '../store.ts'
import { clearPendingCookie } from './pending-cookie.ts'
import { type Entered, findPending, finishSignIn } from './second-factor.ts'
import { openSession } from './session.ts'
import { mayEnter } from './sign-in.ts'

/** The request for the browser; undefined when the sign-in whose second factor it is to be has expired. */
export async function beginPasskey(
  accounts: AccountServices,
  request: FastifyRequest,
  purpose: 'sign-in' | 'second-factor',
): Promise<object | undefined> {
  await accounts.ipLimiter.require(`passkey:${toNetwork(request.ip)}`)
  if (purpose === 'sign-in') return createRequestOptions(accounts, purpose)
  const pending = await findPending(accounts, request)
  return pending && createRequestOptions(accounts, purpose, pending.userId)
}

/** The passkey tells who it is, and has checked that it is its user. */
export async function signInWithPasskey(
  accounts: AccountServices,
  request: FastifyRequest,
  response: AuthenticationResponseJSON,
  returnTo: string,
): Promise<Entered | undefined> {
  const assertion = await checkAssertion(accounts, 'sign-in', response)
  if (!assertion) return undefined
  return accounts.db.transaction(async (sql) => {
    const user = await lockUser(sql, assertion.passkey.user_id)
    if (!user || !mayEnter(accounts, user)) return undefined
    if (!(await usePasskey(accounts, sql, assertion))) return undefined
    const cookies = await openSession(accounts, sql, request, user.id, 'passkey')
    return { cookies: [...cookies, clearPendingCookie(accounts)], returnTo }
  })
}

export async function enterPasskey(
  accounts: AccountServices,
  request: FastifyRequest,
  response: AuthenticationResponseJSON,
): Promise<Entered | undefined> {
  const pending = await findPending(accounts, request)
  const assertion = pending && (await checkAssertion(accounts, 'second-factor', response, pending.userId))
  if (!assertion) return undefined
  return finishSignIn(accounts, request, pending, (sql) => usePasskey(accounts, sql, assertion))
}
