// Internal to the dashboard; may change with any release.
// GET /app/api/security-log?before=ID. Times are milliseconds since 1970.
import { Type } from 'typebox'
import { id } from '#contract/values.ts'

export const SecurityLogQuery = Type.Object({
  /** Only entries before this one. */
  before: Type.Optional(id('An entry.')),
})

/** Kinds of the security log. A kind is never renamed: rows are kept for a year. */
export const securityEventKinds = [
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'new_device',
  'identity_confirmed',
  'confirmation_failed',
  'session_ended',
  'sessions_ended',
  'password_changed',
  'password_reset',
  'password_reset_requested',
  'address_change_requested',
  'address_change_cancelled',
  'address_changed',
  'address_restored',
  'second_factor_added',
  'second_factor_removed',
  'second_factor_suspended',
  'second_factor_failed',
  'recovery_code_used',
  'recovery_codes_renewed',
  'access_suspended',
  'access_reviewed',
  'key_created',
  'key_revoked',
  'device_added',
  'device_removed',
  'application_created',
  'application_changed',
  'application_deleted',
  'application_disabled',
  'application_enabled',
  'client_secret_rotated',
  'consent_given',
  'consent_withdrawn',
  'token_replayed',
  'webhook_created',
  'webhook_changed',
  'webhook_deleted',
  'webhook_enabled',
  'webhook_secret_rotated',
  'destination_added',
  'destination_changed',
  'destination_removed',
  'sharing_ended',
  'sharing_widened',
  'sharing_undone',
  'club_created',
  'club_published',
  'club_left',
  'club_role_changed',
  'club_owners_changed',
  'club_owners_restored',
  'club_invitation_created',
  'account_created',
  'account_exported',
  'account_disabled',
  'account_enabled',
  'account_deleted',
  'operator_command',
] as const

export type SecurityEventKind = (typeof securityEventKinds)[number]

export interface SecurityEvent {
  id: string
  kind: SecurityEventKind
  occurredAt: number
  /** More than 1 when further ones of the same hour were only counted. */
  times: number
  /** The actor: the account's own user, the operator of the service, an application, or the service by itself. */
  actor: 'user' | 'operator' | 'application' | 'service'
  address: string | null
  /** Such as "Firefox on Linux". */
  browser: string | null
  /** The thing it was done to, by its name: a key, an application, an address. */
  subject: string | null
}

export interface SecurityLogPage {
  items: SecurityEvent[]
  /** For the next page's `before`; null on the last. */
  next: string | null
}
