// The four grants by the name that the token endpoint knows them by.
import type { GrantName } from '#contract/dashboard.ts'
import { DEVICE_CODE_GRANT, type TokenResponse } from '#contract/oauth.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import type { Parameters } from '../client-auth.ts'
import { unauthorizedClient, unsupportedGrantType } from '../errors.ts'
import type { Client } from '../store.ts'
import { authorizationCodeGrant } from './authorization-code.ts'
import { clientCredentialsGrant } from './client-credentials.ts'
import { deviceCodeGrant } from './device-code.ts'
import { refreshTokenGrant } from './refresh-token.ts'

export interface TokenRequest {
  readonly application: Client
  readonly parameters: Parameters
  /** Where the request comes from, for an incident. */
  readonly address: string
}

export type Grant = (services: Services, request: TokenRequest) => Promise<TokenResponse>

const grants = new Map<string, { name: GrantName; run: Grant }>([
  ['client_credentials', { name: 'client_credentials', run: clientCredentialsGrant }],
  ['authorization_code', { name: 'authorization_code', run: authorizationCodeGrant }],
  ['refresh_token', { name: 'refresh_token', run: refreshTokenGrant }],
  [DEVICE_CODE_GRANT, { name: 'device_code', run: deviceCodeGrant }],
])

export function requireGrant(parameters: Parameters): { name: GrantName; run: Grant } {
  const type = parameters.get('grant_type')
  if (type === undefined) throw invalidRequest('grant_type is missing.')
  const grant = grants.get(type)
  if (!grant) throw unsupportedGrantType()
  return grant
}

export function requireAllowed(application: Client, grant: GrantName): void {
  if (application.grants.includes(grant)) return
  throw unauthorizedClient(`The application is not registered for the grant ${grant}.`)
}

export function requireParameter(parameters: Parameters, name: string): string {
  const value = parameters.get(name)
  if (value === undefined) throw invalidRequest(`${name} is missing.`)
  return value
}
