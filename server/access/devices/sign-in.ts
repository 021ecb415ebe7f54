// A device signs in with a user name and its password, in whatever field its dialect has for them. The account's own
// password is never accepted: these travel in clear.
//
// Failures are counted by user name and address, and by address. A caller who has used up either waits, whether the
// password is right or not: a guess tells nothing. A device that was used from this address before does not wait:
// one wrong password at a club does not stop the others behind the same address.
import type { FastifyRequest } from 'fastify'
import { ApiError } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { toNetwork } from '../address.ts'
import { type Credential, findCredential, hashSent } from '../credentials.ts'
import { createLimiter, type Limiter, rateLimitExceeded } from '../limits/limiter.ts'
import { findDeviceOwner } from './store.ts'

const MAX_ACCOUNT_FAILURES = 5
const MAX_ADDRESS_FAILURES = 100
const FAILURE_WINDOW_SECONDS = 60
const SCOPE = 'flights:write'
const MAX_USER_LENGTH = 320

export interface DeviceSignIn {
  /** By user name and password; throws 401, or 429 after too many failures. */
  signIn(request: FastifyRequest, user: string, password: string): Promise<Credential>
}

export function createDeviceSignIn(services: Services): DeviceSignIn {
  const ofAccount = createLimiter(services, 'device-login', MAX_ACCOUNT_FAILURES, FAILURE_WINDOW_SECONDS)
  const ofAddress = createLimiter(services, 'device-logins', MAX_ADDRESS_FAILURES, FAILURE_WINDOW_SECONDS)
  return {
    signIn: async (request, user, password) => {
      const network = toNetwork(request.ip)
      const name = user.trim().toLowerCase().slice(0, MAX_USER_LENGTH)
      const counts: Counts = [
        [ofAccount, `${name}|${network}`],
        [ofAddress, network],
      ]
      return attempt(services, request, counts, { name, password: password.trim() })
    },
  }
}

type Counts = [Limiter, string][]

interface Login {
  name: string
  password: string
}

async function attempt(
  services: Services,
  request: FastifyRequest,
  counts: Counts,
  login: Login,
): Promise<Credential> {
  const waits = await countAttempt(counts)
  const found = await findSignedIn(services, login)
  if (found && (waits === undefined || toNetwork(found.lastUsedAddress ?? '') === toNetwork(request.ip))) {
    if (waits === undefined) for (const [limiter, counted] of counts) limiter.giveBack(counted)
    request.credential = found.credential
    request.usedScope = SCOPE
    return found.credential
  }
  request.failedSignIn = describeFailed(login, waits !== undefined)
  throw waits === undefined ? wrongLogin() : rateLimitExceeded(waits, services.now())
}

/** A name alone counts no longer than a stranger may guess; a secret that was revoked is no guess. */
function describeFailed({ name, password }: Login, isTooOften: boolean): FastifyRequest['failedSignIn'] {
  const secretHash = hashSent(password)
  return { ...(!isTooOften && { login: name }), ...(secretHash !== undefined && { secretHash }) }
}

/** When the next attempt is allowed, if this one is not. An attempt refused by one limit is not counted by the other. */
async function countAttempt(counts: Counts): Promise<number | undefined> {
  for (const [index, [limiter, name]] of counts.entries()) {
    const { isAllowed, endsAt } = await limiter.consume(name)
    if (isAllowed) continue
    for (const [counted, before] of counts.slice(0, index)) counted.giveBack(before)
    return endsAt
  }
  return undefined
}

interface SignedIn {
  credential: Credential
  lastUsedAddress: string | null
}

/** A personal key that may upload is as good as a device password. */
async function findSignedIn(services: Services, { name, password }: Login): Promise<SignedIn | undefined> {
  const credential = await findCredential(services.db, services.now(), password)
  if (!credential || credential.kind === 'access_token' || !credential.scopes.includes(SCOPE))
    return undefined
  const owner = await findDeviceOwner(services.db.sql, credential.id)
  if (!owner) return undefined
  const names = [owner.email, owner.login].map((known) => known?.toLowerCase())
  return names.includes(name) ? { credential, lastUsedAddress: owner.lastUsedAddress } : undefined
}

export const wrongLogin = () =>
  new ApiError(401, 'invalid_token', 'The user name or the device password is wrong.')
