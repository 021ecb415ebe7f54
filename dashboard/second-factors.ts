// Internal to the dashboard; may change with any release. Times are milliseconds since 1970.
// Changing anything here needs a recent proof of who is signed in.

/** GET /app/api/second-factors. */
export interface SecondFactors {
  authenticatorApp: { createdAt: number; lastUsedAt: number | null } | null
  passkeys: Passkey[]
  recoveryCodesLeft: number
}

/** PATCH /app/api/second-factors/passkeys/:id takes its name; DELETE removes it. */
export interface Passkey {
  id: string
  name: string
  createdAt: number
  lastUsedAt: number | null
  /** Synchronised by its maker: it survives the loss of the device. */
  isBackedUp: boolean
}

/** POST /app/api/second-factors/app; DELETE removes the app. */
export interface TotpSetUp {
  /** To be typed into the app where there is no camera. */
  secret: string
  /** The same for a camera: an image as a data URL. */
  picture: string
}

/**
 * A request that confirms the app (POST …/app/confirm with `code`), adds a passkey (POST …/passkeys with `name` and `response`,
 * after POST …/passkeys/options) or makes new codes (POST …/recovery-codes) answers with the recovery codes that were
 * made, which are shown once; none when the user has some already.
 */
export interface NewRecoveryCodes {
  recoveryCodes: string[]
}
