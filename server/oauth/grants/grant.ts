// What a grant is: a request to the token endpoint in, tokens out.
import type { GrantName, TokenResponse } from '#contract/oauth.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import type { Parameters } from '../client-auth.ts'
import { unauthorizedClient } from '../errors.ts'
import type { Client } from '../store.ts'

export interface TokenRequest {
  readonly application: Client
  readonly parameters: Parameters
  /** Where the request comes from, for an incident. */
  readonly address: string
}

export type Grant = (services: Services, request: TokenRequest) => Promise<TokenResponse>

export function requireAllowed(application: Client, grant: GrantName): void {
  if (application.grants.includes(grant)) return
  throw unauthorizedClient(`The application is not registered for the grant ${grant}.`)
}

export function requireParameter(parameters: Parameters, name: string): string {
  const value = parameters.get(name)
  if (value === undefined) throw invalidRequest(`${name} is missing.`)
  return value
}
