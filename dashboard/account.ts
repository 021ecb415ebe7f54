// Internal to the dashboard; may change with any release.
// GET, PATCH, DELETE /app/api/account; POST, DELETE /app/api/account/image; POST /app/api/account/password,
// /app/api/account/email; GET /app/api/account/export (a ZIP). Times are milliseconds since 1970.

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
  createdAt: number
}

/** PATCH: any of these. */
export type AccountChange = Partial<Pick<Account, 'name' | 'publicProfile' | 'club' | 'civlId'>>

/**
 * POST /app/api/account/confirm, after the code confirmation_required: one of these. 204; GET /app/api/account/proof is
 * 204 while the last proof is recent enough for everything.
 */
export interface IdentityProof {
  password?: string
}

/** DELETE /app/api/account. */
export interface AccountDeletion {
  password: string
}

/** POST /app/api/account/password: 204; every other session ends. */
export interface PasswordChange {
  currentPassword: string
  newPassword: string
}

/** POST /app/api/account/email. */
export interface EmailChange {
  email: string
  password: string
}

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
