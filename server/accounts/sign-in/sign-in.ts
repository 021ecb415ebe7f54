// Signs users in and out with better-auth, limited by account and by IP address.
import type { FastifyRequest } from 'fastify'
import { toNetwork } from '#server/access/address.ts'
import type { AccountServices } from '../account-services.ts'
import { toAuthHeaders } from '../auth/headers.ts'
import { isRefusal } from '../auth/refusal.ts'
import { normaliseEmail } from '../store.ts'
import { MAX_EMAIL_LENGTH } from '../validation.ts'
import { MIN_RESPONSE_MS, sleepUntil } from './timing.ts'

/** The session's cookies; undefined for a wrong password and for an unknown, unconfirmed or disabled account alike. */
export async function signIn(
  accounts: AccountServices,
  request: FastifyRequest,
  email: string,
  password: string,
): Promise<string[] | undefined> {
  await accounts.ipLimiter.require(`sign-in:${toNetwork(request.ip)}`)
  // No account can have such an email, so it needs no counter of its own.
  if (email.length > MAX_EMAIL_LENGTH) return undefined
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
    await sleepUntil(startedAt + MIN_RESPONSE_MS)
    return undefined
  }
}

/** Returns the cookies that clear the session in the browser. */
export async function signOut({ auth }: AccountServices, request: FastifyRequest): Promise<string[]> {
  const { api } = await auth.open()
  const { headers } = await api.signOut({ headers: toAuthHeaders(request), returnHeaders: true })
  return headers.getSetCookie()
}
