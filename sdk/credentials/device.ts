// The device code grant (RFC 8628): the pilot signs in on another device.
import { sleep } from '../client.ts'
import { ApiError, ConnectionError, ReauthorizationRequiredError, ServerError } from '../errors.ts'
import type { DeviceAuthorizationResponse, TokenResponse } from '../types/oauth.ts'
import { type Application, isTurnedAway, postForm, postToken, toStored } from './oauth.ts'

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

export interface DeviceLogin {
  /** Show it: the pilot types it at `verificationUri`. */
  userCode: string
  verificationUri: string
  /** The same page with the code filled in: show it as a QR code. */
  verificationUriComplete: string
  /** Unix milliseconds. */
  expiresAt: number
  /** Waits for the pilot's decision, and stores the tokens. */
  wait(signal?: AbortSignal): Promise<void>
}

/**
 * Signs a pilot in on a device without a browser or a keyboard.
 *
 * @example
 * const login = await startDeviceLogin(application, { scope: 'flights:write' })
 * console.log(`Open ${login.verificationUri} and enter ${login.userCode}`)
 * await login.wait()
 */
export async function startDeviceLogin(
  application: Application,
  { scope, signal }: { scope?: string; signal?: AbortSignal } = {},
): Promise<DeviceLogin> {
  const path = '/api/oauth/device_authorization'
  const started = await postForm<DeviceAuthorizationResponse>(application, path, { scope }, { signal })
  const { verification_uri: verificationUri } = started
  const expiresAt = Date.now() + started.expires_in * 1000
  return {
    userCode: started.user_code,
    verificationUri,
    verificationUriComplete: started.verification_uri_complete ?? verificationUri,
    expiresAt,
    wait: async (waitSignal) => {
      const response = await poll(application, started, waitSignal)
      await application.store.lock(() => application.store.save(toStored(response)))
    },
  }
}

async function poll(
  application: Application,
  started: DeviceAuthorizationResponse,
  signal: AbortSignal | undefined,
): Promise<TokenResponse> {
  let intervalMs = started.interval * 1000
  for (;;) {
    await sleep(intervalMs, signal)
    try {
      return await postToken(application, { grant_type: GRANT, device_code: started.device_code }, { signal })
    } catch (error) {
      signal?.throwIfAborted()
      // RFC 8628 3.5: slow_down lengthens every later poll; so does a line that fails.
      if (error instanceof ApiError && error.code === 'slow_down') intervalMs += 5000
      else if (isTurnedAway(error)) await sleep(error.retryAfterMs ?? 0, signal)
      else if (error instanceof ConnectionError || error instanceof ServerError) intervalMs += 1000
      else if (!(error instanceof ApiError && error.code === 'authorization_pending')) throw toEnd(error)
    }
  }
}

const sentences: Record<string, string> = {
  access_denied: 'The pilot has refused the sign-in.',
  expired_token: 'The code has expired before the pilot entered it. Start again.',
  invalid_grant: 'The code is not valid any more; its answer may have been lost on the way. Start again.',
}

function toEnd(error: unknown): unknown {
  const sentence = error instanceof ApiError ? sentences[error.code] : undefined
  return sentence === undefined
    ? error
    : new ReauthorizationRequiredError('refused', sentence, { cause: error })
}
