// A grant: a request to the token endpoint in, tokens out.
import type { GrantName, TokenResponse } from '#contract/oauth.ts'
import type { Services } from '#server/platform/services.ts'
import type { SignIn } from '../openid/id-token.ts'
import { type RefusalReason, unauthorizedClient } from '../errors.ts'
import type { Parameters } from '../parameters.ts'
import type { Client } from '../stores/applications.ts'

export interface TokenRequest {
  readonly application: Client
  /** By its secret; a public application never is. */
  readonly isAuthenticated: boolean
  readonly parameters: Parameters
  /** Where the request comes from, for an incident. */
  readonly address: string
}

/** The result of a grant: the response, and who has signed in where that was asked for. */
export interface Issued {
  readonly response: TokenResponse
  readonly signIn?: SignIn | undefined
}

export type Grant = (services: Services, request: TokenRequest) => Promise<Issued>

/** The thing that is not exchanged, and why. */
export interface Refusal {
  readonly refused: RefusalReason
}

export function refuse(refused: RefusalReason): Refusal {
  return { refused }
}

export function isRefused(outcome: Issued | Refusal): outcome is Refusal {
  return 'refused' in outcome
}

export function requireAllowed(application: Client, grant: GrantName): void {
  if (application.grants.includes(grant)) return
  throw unauthorizedClient(`The application is not registered for the grant ${grant}.`)
}
