// Internal to the dashboard; may change with any release.
// Times are milliseconds since 1970.
import type { Scope } from '#contract/scopes.ts'

/** GET /app/api/ledger: 90 days, newest first. */
export interface LedgerRow {
  /** UTC: 2026-05-17. */
  day: string
  /** Null for a personal key. */
  applicationId: string | null
  applicationName: string | null
  keyId: string | null
  keyName: string | null
  scope: Scope
  count: number
  firstAt: number
  lastAt: number
}

/** GET /app/api/usage: requests a day of the last 30 days over the user's keys and applications, and the limits. */
export interface Usage {
  days: { day: string; requests: number; uploads: number }[]
  limits: { windowSeconds: number; requests: number; uploads: number }
}

/** GET /app/api/failures: refused uploads of the last 30 days over the user's keys, devices and applications. */
export interface UploadFailure {
  /** The `User-Agent`; empty without one, `other` for all beyond the first fifty of a day. */
  agent: string
  /** The code of a diagnosis or of an error. */
  reason: string
  words: string
  count: number
  lastAt: number
}
