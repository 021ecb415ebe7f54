// Internal to the dashboard; may change with any release.
// GET, PATCH, DELETE /app/api/account; POST, DELETE /app/api/account/image; POST /app/api/account/password,
// /app/api/account/email; GET /app/api/account/export (a ZIP). Times are milliseconds since 1970.
import { type Static, Type } from 'typebox'
import { orNull } from '#contract/values.ts'
import {
  type Clock,
  clocks,
  type Language,
  languages,
  type Units,
  unitSystems,
} from '#language/preferences.ts'

export interface Account {
  id: string
  email: string
  emailVerified: boolean
  name: string | null
  /** A path of this service. */
  image: string | null
  publicProfile: boolean
  club: string | null
  civlId: number | null
  earlyAdopter: boolean
  /** May open /app/admin. */
  isOperator: boolean
  createdAt: number
  /** How they read pages and emails; null where they have not chosen. */
  language: Language | null
  units: Units | null
  clock: Clock | null
}

// Longer than anything that is accepted: what is wrong with a text is said by the rules for it.
const text = Type.String({ maxLength: 1000 })
const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 1000 })
const strict = { additionalProperties: false }

/** PATCH: any of these; null for language, units and clock leaves them to the browser. */
export const AccountChange = Type.Object(
  {
    name: Type.Optional(textOrNull),
    publicProfile: Type.Optional(Type.Boolean()),
    club: Type.Optional(textOrNull),
    civlId: Type.Optional(Type.Unsafe<number | null>({ type: ['integer', 'null'] })),
    language: Type.Optional(orNull(Type.Enum([...languages], { type: 'string' }))),
    units: Type.Optional(orNull(Type.Enum([...unitSystems], { type: 'string' }))),
    clock: Type.Optional(orNull(Type.Enum([...clocks], { type: 'string' }))),
  },
  strict,
)
export type AccountChange = Static<typeof AccountChange>

/**
 * POST /app/api/account/confirm, after the code confirmation_required: one of these. 204; GET /app/api/account/proof is
 * 204 while the last proof is recent enough for everything.
 */
export interface IdentityProof {
  password?: string
  /** A code of the authenticator app, or a recovery code. */
  code?: string
  /** The browser's answer to POST /app/api/second-factors/passkeys/request. */
  passkey?: unknown
}

/** DELETE /app/api/account. */
export const AccountDeletion = Type.Object({ password: text }, strict)

/** POST /app/api/account/password: 204; every other session ends. */
export const PasswordChange = Type.Object({ currentPassword: text, newPassword: text }, strict)

/** POST /app/api/account/email. */
export const EmailChange = Type.Object({ email: text, password: text }, strict)

/** sent: the change waits for a link that was sent to the new address. */
export interface EmailChangeAnswer {
  outcome: 'sent' | 'changed'
}

/** GET /app/api/sessions; DELETE /app/api/sessions/:id; POST /app/api/sessions/end-others. */
export interface SignedInSession {
  id: string
  isCurrent: boolean
  createdAt: number
  lastSeenAt: number
  address: string | null
  browser: string | null
}
