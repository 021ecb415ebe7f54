// One rotation at a time, no matter who asks for it.
//
// A refresh token works once, and a second use ends the whole chain of the pilot and the application. So:
//   many calls of a process   share one promise
//   many processes            take the store's lock, and look into the store again once they have it
//   a lost answer             the store says `isInDoubt` before the token is sent, and no longer when the answer is
//                             stored. A token in doubt is not sent again, unless the service says that it is unspent.
import { requireAddress, requireText } from '../address.ts'
import type { Credential } from '../client.ts'
import { type ApiError, AuthenticationError, ReauthorizationRequiredError } from '../errors.ts'
import { backOff, isTurnedAway, retry, shared, sleep } from '../retry.ts'
import { type Application, introspectToken, isUnsent, postToken, revokeToken, toStored } from './oauth.ts'
import { isFresh } from './simple.ts'
import type { StoredTokens } from './store.ts'

const MAX_ATTEMPTS = 5
const REFRESH = 'refresh_token'
const SIGN_IN = 'The pilot has to sign in again.'

/**
 * The tokens of a pilot who has signed in, by {@link finishAuthorization} or {@link startDeviceLogin}. They are
 * refreshed when it is time, once for all calls and all processes that share the store.
 *
 * @example
 * const application = { baseUrl, clientId, store: fileStore('tokens.json') }
 * const client = createClient({ baseUrl, credential: storedTokens(application) })
 */
export function storedTokens(application: Application): Credential {
  requireAddress(application.baseUrl)
  requireText('clientId', application.clientId)
  let current: StoredTokens | undefined
  const renewOnce = shared((refused?: string) => renew(application, refused))
  return {
    async getToken() {
      if (!isFresh(current)) current = await application.store.load()
      if (!current) throw signedOut()
      if (!isFresh(current)) current = await renewOrKeep(current, renewOnce)
      return current.accessToken
    },
    async renew(refused) {
      if (current?.accessToken === refused) current = await renewOnce(refused)
      return current?.accessToken !== refused
    },
  }
}

/** The service cannot be asked for a new token, but the old one is good for some seconds more. */
async function renewOrKeep(
  current: StoredTokens,
  renewOnce: () => Promise<StoredTokens>,
): Promise<StoredTokens> {
  try {
    return await renewOnce()
  } catch (error) {
    if (current.expiresAt > Date.now()) return current
    throw error
  }
}

function renew(application: Application, refused: string | undefined): Promise<StoredTokens> {
  const { store } = application
  return store.lock(async () => {
    const stored = await store.load()
    if (!stored) throw signedOut()
    // Another process was quicker.
    if (stored.accessToken !== refused && isFresh(stored)) return stored
    return rotate(application, stored)
  })
}

async function rotate(application: Application, stored: StoredTokens): Promise<StoredTokens> {
  const { store } = application
  const { refreshToken } = stored
  if (refreshToken === undefined) {
    throw new ReauthorizationRequiredError('refused', 'The access token has ended, and has no refresh token.')
  }
  let isInDoubt = stored.isInDoubt ?? false
  for (let attempt = 1; ; attempt++) {
    if (isInDoubt) await requireUnspent(application, stored, refreshToken)
    await store.save({ ...stored, isInDoubt: true })
    try {
      const answer = await postToken(application, REFRESH, { [REFRESH]: refreshToken })
      const renewed = toStored(answer, refreshToken)
      await store.save(renewed)
      return renewed
    } catch (error) {
      const { code, status = 500 } = error as Partial<ApiError>
      if (code === 'invalid_grant') throw await endSession(application, error as ApiError)
      const isRefused = status < 500
      if (isRefused || isTurnedAway(error) || isUnsent(error)) await store.save({ ...stored, isInDoubt })
      else isInDoubt = true
      if ((isRefused && !isTurnedAway(error)) || attempt >= MAX_ATTEMPTS) throw error
      await sleep(backOff(error, attempt))
    }
  }
}

/** Nothing that is stored will ever be taken again. */
async function endSession({ store }: Application, cause: ApiError): Promise<ReauthorizationRequiredError> {
  await store.save(undefined)
  return new ReauthorizationRequiredError(
    'refused',
    `The refresh token is refused: ${cause.message} ${SIGN_IN}`,
    { cause },
  )
}

/** Asks whether the token whose refresh was lost is still unspent: only then may it be sent again. */
async function requireUnspent(application: Application, stored: StoredTokens, token: string): Promise<void> {
  const bearer = application.clientSecret === undefined ? { bearer: stored.accessToken } : {}
  const ask = () => introspectToken(application, token, bearer)
  const { active } = await retry(ask, (error, attempt) => {
    // The access token has ended, too: it cannot ask.
    if (error instanceof AuthenticationError) throw answerLost(error)
    return attempt < MAX_ATTEMPTS ? backOff(error, attempt) : undefined
  })
  if (!active) throw answerLost()
}

function answerLost(cause?: unknown): ReauthorizationRequiredError {
  return new ReauthorizationRequiredError(
    'answer-lost',
    `The answer to a refresh was lost, and with it the next refresh token. ${SIGN_IN}`,
    {
      cause,
    },
  )
}

function signedOut(): ReauthorizationRequiredError {
  return new ReauthorizationRequiredError('signed-out', 'No pilot is signed in.')
}

/**
 * Signs the pilot out: ends the tokens at the service and removes them from the store.
 *
 * @example
 * await signOut(application)
 */
export function signOut(application: Application): Promise<void> {
  return application.store.lock(async () => {
    const stored = await application.store.load()
    if (!stored) return
    await revokeToken(application, stored.refreshToken ?? stored.accessToken)
    await application.store.save(undefined)
  })
}
