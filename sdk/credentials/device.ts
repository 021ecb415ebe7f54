// The device code grant (RFC 8628): the pilot signs in on another device.
import { type ApiError, ReauthorizationRequiredError } from '../errors.ts'
import { isPassing, isTurnedAway, sleep } from '../retry.ts'
import type { DeviceAuthorizationResponse, TokenResponse } from '../types.ts'
import { type Application, postForm, postToken, store, toStored } from './oauth.ts'

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
  const path = 'device_authorization'
  const started = await postForm<DeviceAuthorizationResponse>(application, path, { scope }, { signal })
  const { verification_uri: verificationUri } = started
  return {
    userCode: started.user_code,
    verificationUri,
    verificationUriComplete: started.verification_uri_complete ?? verificationUri,
    expiresAt: Date.now() + started.expires_in * 1000,
    wait: async (waitSignal) =>
      store(application.store, toStored(await poll(application, started, waitSignal))),
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
      return await postToken(application, GRANT, { device_code: started.device_code }, { signal })
    } catch (error) {
      signal?.throwIfAborted()
      // RFC 8628 3.5: slow_down lengthens every later poll; so does a line that fails.
      const { code = '' } = error as Partial<ApiError>
      if (code === 'slow_down') intervalMs += 5000
      else if (isTurnedAway(error)) await sleep(error.retryAfterMs ?? 0, signal)
      else if (isPassing(error)) intervalMs += 1000
      else if (code !== 'authorization_pending') throw toEnd(error as Error, code)
    }
  }
}

/** The pilot has refused, the code has expired, or its answer was lost; the service says which. */
function toEnd(error: Error, code: string): Error {
  const isOver = /^(?:access_denied|expired_token|invalid_grant)$/.test(code)
  return isOver ? new ReauthorizationRequiredError('refused', error.message, { cause: error }) : error
}
