// Internal to the dashboard; may change with any release.
// GET, POST /app/api/applications; GET, PATCH, DELETE /app/api/applications/:id; POST .../:id/rotate-secret, /disable,
// /enable. Times are milliseconds since 1970.
import type { GrantName } from '#contract/oauth.ts'
import type { Scope } from '#contract/scopes.ts'

export type ApplicationType = 'confidential' | 'public'

export interface NewApplication {
  name: string
  description: string | null
  website: string | null
  type: ApplicationType
  grants: GrantName[]
  scopes: Scope[]
  redirectUris: string[]
}

export type ApplicationChange = Partial<Omit<NewApplication, 'type'>>

export interface ApplicationSummary extends NewApplication {
  /** The client_id. */
  id: string
  createdAt: number
  disabledAt: number | null
  /** Users with a live consent. */
  connectedUsers: number
  /** When the secret before the last rotation stops working. */
  oldSecretExpiresAt: number | null
}

export interface ApplicationDetail extends ApplicationSummary {
  /** Refused token requests of the last 30 days by error code. */
  refusals: { error: string; count: number; lastAt: number }[]
  incidents: Incident[]
}

/** Answer of POST and of rotate-secret: the only time the secret is shown; null for a public application. */
export interface CreatedApplication {
  id: string
  clientSecret: string | null
}

/** A replayed refresh token or code: GET /app/api/incidents for the user. */
export interface Incident {
  id: string
  kind: 'refresh_token_replayed' | 'code_replayed'
  applicationId: string
  applicationName: string
  occurredAt: number
  address: string | null
}

/** Connected applications: GET /app/api/connections; DELETE /app/api/connections/:applicationId. */
export interface Connection {
  applicationId: string
  applicationName: string
  ownerName: string | null
  website: string | null
  scopes: Scope[]
  since: number
  lastUsedAt: number | null
}
