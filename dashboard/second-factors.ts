// Internal to the dashboard; may change with any release. Times are milliseconds since 1970.

/** GET /app/api/second-factors. */
export interface SecondFactors {
  authenticatorApp: { createdAt: number; lastUsedAt: number | null } | null
  recoveryCodesLeft: number
}
