// The four grants by their grant_type.
import { DEVICE_CODE_GRANT, type GrantName } from '#contract/oauth.ts'
import { unsupportedGrantType } from '../errors.ts'
import { type Parameters, requireParameter } from '../parameters.ts'
import { authorizationCodeGrant } from './authorization-code.ts'
import { clientCredentialsGrant } from './client-credentials.ts'
import { deviceCodeGrant } from './device-code.ts'
import type { Grant } from './grant.ts'
import { refreshTokenGrant } from './refresh-token.ts'

const grants = new Map<string, { name: GrantName; run: Grant }>([
  ['client_credentials', { name: 'client_credentials', run: clientCredentialsGrant }],
  ['authorization_code', { name: 'authorization_code', run: authorizationCodeGrant }],
  ['refresh_token', { name: 'refresh_token', run: refreshTokenGrant }],
  [DEVICE_CODE_GRANT, { name: 'device_code', run: deviceCodeGrant }],
])

export function requireGrant(parameters: Parameters): { name: GrantName; run: Grant } {
  const grant = grants.get(requireParameter(parameters, 'grant_type'))
  if (!grant) throw unsupportedGrantType()
  return grant
}
