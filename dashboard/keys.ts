// Internal to the dashboard; may change with any release.
// GET, POST /app/api/keys; DELETE /app/api/keys/:id (revoke). Times are milliseconds since 1970.
import { type Static, Type } from 'typebox'
import { keyScopes, type Scope } from '#contract/scopes.ts'
import { bodyOf, orNull } from '#contract/values.ts'
import { MAX_KEY_DAYS } from './limits.ts'
import { name } from './names.ts'

export interface KeySummary {
  id: string
  name: string
  /** Prefix and last four characters, such as cst_key_…a1B2. */
  hint: string
  scopes: Scope[]
  createdAt: number
  /** The owner's last proof of identity, such as "password"; null where that is not known. */
  madeBy: string | null
  expiresAt: number | null
  revokedAt: number | null
  lastUsedAt: number | null
  lastUsedAddress: string | null
}

export const NewKey = bodyOf('NewKey', {
  name,
  scopes: Type.Array(Type.Enum([...keyScopes]), { minItems: 1 }),
  /** Without it, or null, the key does not expire. */
  days: Type.Optional(orNull(Type.Integer({ minimum: 1, maximum: MAX_KEY_DAYS }))),
})
export type NewKey = Static<typeof NewKey>

/** Answer of POST: the only time the key is shown. */
export interface CreatedKey {
  id: string
  key: string
}
