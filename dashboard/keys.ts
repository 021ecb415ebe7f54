// Internal to the dashboard; may change with any release.
// GET, POST /app/api/keys; DELETE /app/api/keys/:id (revoke). Times are milliseconds since 1970.
import type { Scope } from '#contract/scopes.ts'

export interface KeySummary {
  id: string
  name: string
  /** Prefix and last four characters, such as cst_key_…a1B2. */
  hint: string
  scopes: Scope[]
  createdAt: number
  expiresAt: number | null
  revokedAt: number | null
  lastUsedAt: number | null
  lastUsedAddress: string | null
}

export const MAX_KEY_DAYS = 365

export interface NewKey {
  name: string
  scopes: Scope[]
  /** 1 to MAX_KEY_DAYS; null for a key that does not expire. */
  days: number | null
}

/** Answer of POST: the only time the key is shown. */
export interface CreatedKey {
  id: string
  key: string
}
