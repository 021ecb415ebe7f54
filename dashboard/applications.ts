// Internal to the dashboard; may change with any release.
// GET, POST /app/api/applications; GET, PATCH, DELETE /app/api/applications/:id; POST .../:id/rotate-secret, /disable,
// /enable. Times are milliseconds since 1970.
import { type Static, Type } from 'typebox'
import { grantNames } from '#contract/oauth.ts'
import { applicationScopes, type Scope } from '#contract/scopes.ts'
import { id, orNull } from '#contract/values.ts'

const ApplicationType = Type.Enum(['confidential', 'public'], { type: 'string' })
export type ApplicationType = Static<typeof ApplicationType>

// Longer than anything that is accepted: what is wrong with a text is said by the rules for it.
const text = Type.String({ maxLength: 4000 })
const list = { maxItems: 100 }
const changeable = {
  name: text,
  description: Type.Optional(orNull(text)),
  website: Type.Optional(orNull(text)),
  grants: Type.Array(Type.Enum(grantNames, { type: 'string' }), list),
  scopes: Type.Array(Type.Enum(applicationScopes, { type: 'string' }), list),
  redirectUris: Type.Array(text, list),
}

export const NewApplication = Type.Object(
  { ...changeable, type: ApplicationType },
  { additionalProperties: false },
)
export type NewApplication = Static<typeof NewApplication>

export const ApplicationChange = Type.Partial(Type.Object(changeable), { additionalProperties: false })
export type ApplicationChange = Static<typeof ApplicationChange>

export interface ApplicationSummary extends Required<NewApplication> {
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

/** DELETE /app/api/connections/:applicationId. */
export const ConnectionParams = Type.Object({ applicationId: id('The application.') })

/** Connected applications: GET /app/api/connections; DELETE /app/api/connections/:applicationId. */
export interface Connection {
  applicationId: string
  applicationName: string
  ownerName: string | null
  /** The address at which an unregistered application describes itself. */
  documentUrl: string | null
  /** Whether a program has registered it by itself: its name is where it returns to, then. */
  isSelfRegistered: boolean
  website: string | null
  scopes: Scope[]
  /** Where it may be sent codes without the user being asked again. */
  redirectOrigins: string[]
  since: number
  lastUsedAt: number | null
  /** Whether it holds a live access or refresh token. */
  hasTokens: boolean
  /** How many of its webhooks are told of the user's flights. */
  webhooks: number
}
