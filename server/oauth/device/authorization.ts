// RFC 8628 3.1, 3.2: where a device without a browser starts.
import { randomBytes } from 'node:crypto'
import type { DeviceAuthorizationResponse } from '#contract/oauth.ts'
import { hashSecret } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import { requireAllowed, type TokenRequest } from '../grants/grant.ts'
import { requireResources } from '../parameters.ts'
import { requireConsentScopes } from '../scopes.ts'
import { insertDeviceCode } from '../stores/device-codes.ts'
import { createUserCode, hashUserCode } from './user-code.ts'

export async function authorizeDevice(
  services: Services,
  { application, isAuthenticated, parameters, address }: TokenRequest,
  userAgent: string | undefined,
): Promise<DeviceAuthorizationResponse> {
  requireAllowed(application, 'device_code')
  const scopes = requireConsentScopes(application.scopes, parameters.get('scope'), isAuthenticated)
  const resources = requireResources(services.config.baseUrl, parameters.get('resource'))
  const now = services.now()
  const { deviceCodeSeconds, deviceIntervalSeconds } = services.config.lifetimes
  const deviceCode = randomBytes(32).toString('base64url')
  const code = {
    hash: hashSecret(deviceCode),
    applicationId: application.id,
    scopes,
    resources,
    address,
    userAgent,
    expiresAt: now + deviceCodeSeconds * 1000,
    intervalSeconds: deviceIntervalSeconds,
  }
  let userCode = createUserCode()
  while (!(await insertDeviceCode(services.db.sql, now, { ...code, userCodeHash: hashUserCode(userCode) }))) {
    userCode = createUserCode()
  }
  const verificationUri = `${services.config.baseUrl}/oauth/device`
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: verificationUri,
    verification_uri_complete: `${verificationUri}?user_code=${userCode}`,
    expires_in: deviceCodeSeconds,
    interval: deviceIntervalSeconds,
  }
}
