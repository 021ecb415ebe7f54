// One rotation at a time, whoever asks for it.
//
// A refresh token works once, and a second use ends the whole chain of the pilot and the application. So:
//   many calls of a process   share one promise
//   many processes            take the store's lock, and look into the store again once they have it
//   a lost answer             the store says `isInDoubt` before the token is sent, and no longer when the answer is
//                             stored. A token in doubt is not sent again, unless the service says that it is unspent.
import type { Credential } from '../client.ts'
import { sleep } from '../client.ts'
import { ApiError, ReauthorizationRequiredError } from '../errors.ts'
import type { IntrospectionResponse } from '../types/oauth.ts'
import { type Application, isTurnedAway, isUnsent, postForm, postToken, toStored } from './oauth.ts'
import { EARLY_MS } from './simple.ts'
import type { StoredTokens } from './store.ts'

const MAX_ATTEMPTS = 5

/**
 * The tokens of a pilot who has signed in, by {@link finishAuthorization} or {@link startDeviceLogin}. They are
 * refreshed when it is time, once for all calls and all processes that share the store.
 *
 * @example
 * const application = { baseUrl, clientId, store: fileStore('tokens.json') }
 * const client = createClient({ baseUrl, credential: storedTokens(application) })
 */
export function storedTokens(application: Application): Credential {
  let current: StoredTokens | undefined
  let refreshing: Promise<StoredTokens> | undefined
  const renewOnce = (refused?: string) =>
    (refreshing ??= renew(application, refused).finally(() => {
      refreshing = undefined
    }))
  return {
    async getToken() {
      if (!current || !isFresh(current)) current = await application.store.load()
      if (!current) throw signedOut()
      if (isFresh(current)) return current.accessToken
      current = await renewOrKeep(current, renewOnce)
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

function isFresh(tokens: StoredTokens): boolean {
  return tokens.expiresAt - EARLY_MS > Date.now()
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
    throw new ReauthorizationRequiredError(
      'refused',
      'The access token has ended, and there is no refresh token.',
    )
  }
  let isInDoubt = stored.isInDoubt ?? false
  for (let attempt = 1; ; attempt++) {
    if (isInDoubt) await requireUnspent(application, stored, refreshToken)
    await store.save({ ...stored, isInDoubt: true })
    try {
      const answer = await postToken(application, {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
      })
      const renewed = { refreshToken, ...toStored(answer) }
      await store.save(renewed)
      return renewed
    } catch (error) {
      if (error instanceof ApiError && error.code === 'invalid_grant')
        throw await endSession(application, error)
      const isUntouched =
        isUnsent(error) || (error instanceof ApiError && error.status < 500) || isTurnedAway(error)
      if (isUntouched) await store.save({ ...stored, isInDoubt })
      else isInDoubt = true
      const isFinal = error instanceof ApiError && error.status < 500 && !isTurnedAway(error)
      if (isFinal || attempt >= MAX_ATTEMPTS) throw error
      await waitBefore(attempt, error)
    }
  }
}

function waitBefore(attempt: number, error: unknown): Promise<void> {
  return sleep((isTurnedAway(error) ? error.retryAfterMs : undefined) ?? Math.random() * 500 * 2 ** attempt)
}

/** Nothing that is stored will ever be taken again. */
async function endSession({ store }: Application, cause: ApiError): Promise<ReauthorizationRequiredError> {
  await store.save(undefined)
  return new ReauthorizationRequiredError(
    'refused',
    'The service does not take the refresh token any more: it has expired, was revoked, or was used elsewhere. ' +
      'The pilot has to sign in again.',
    { cause },
  )
}

/** Asks whether the token whose refresh was lost is still unspent: only then may it be sent again. */
async function requireUnspent(application: Application, stored: StoredTokens, token: string): Promise<void> {
  const bearer = application.clientSecret === undefined ? { bearer: stored.accessToken } : {}
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await postForm<IntrospectionResponse>(
        application,
        '/api/oauth/introspect',
        { token },
        bearer,
      )
      if (answer.active) return
      throw answerLost()
    } catch (error) {
      if (error instanceof ReauthorizationRequiredError) throw error
      // Nobody who may ask: the access token has ended, too.
      if (error instanceof ApiError && error.status === 401) throw answerLost(error)
      if (attempt >= MAX_ATTEMPTS) throw error
      await waitBefore(attempt, error)
    }
  }
}

function answerLost(cause?: unknown): ReauthorizationRequiredError {
  return new ReauthorizationRequiredError(
    'answer-lost',
    'The answer to a refresh was lost, and with it the next refresh token. The spent one was not sent again, since ' +
      'the service would take that for theft. The pilot has to sign in again.',
    { cause },
  )
}

function signedOut(): ReauthorizationRequiredError {
  return new ReauthorizationRequiredError(
    'signed-out',
    'No pilot is signed in: there are no tokens in the store.',
  )
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
    const token = stored.refreshToken ?? stored.accessToken
    await postForm(application, '/api/oauth/revoke', { token })
    await application.store.save(undefined)
  })
}
