// What each kind of entry in the security log says. `what` is the entry's subject, such as the name of a key.
import type { SecurityEvent, SecurityEventKind } from '#dashboard/security.ts'

const sentences: Record<SecurityEventKind, (what: string) => string> = {
  signed_in: (what) => (what ? `Signed in with ${what}` : 'Signed in'),
  sign_in_failed: () => 'Sign-in failed',
  signed_out: () => 'Signed out',
  new_device: () => 'First sign-in from a new device',
  identity_confirmed: () => 'Identity confirmed',
  confirmation_failed: () => 'Wrong password when asked to confirm',
  session_ended: (what) => (what ? `Session ended: ${what}` : 'Session ended'),
  sessions_ended: () => 'Signed out everywhere else',
  password_changed: () => 'Password changed',
  password_reset: () => 'Password reset with an emailed link',
  password_reset_requested: () => 'Password reset link requested',
  address_change_requested: (what) => `Email address change requested: ${what}`,
  address_change_cancelled: () => 'Email address change cancelled',
  address_changed: (what) => `Email address changed: ${what}`,
  address_restored: (what) => `Email address restored: ${what}`,
  second_factor_added: (what) => `Second factor added: ${what}`,
  second_factor_removed: (what) => `Second factor removed: ${what}`,
  second_factor_suspended: (what) => `Second factor suspended by the recovery: ${what}`,
  second_factor_failed: () => 'Second factor refused',
  recovery_code_used: () => 'Recovery code used',
  recovery_codes_renewed: () => 'New recovery codes created',
  access_reviewed: (what) => (what ? `Access reviewed: ${what}` : 'Access reviewed'),
  key_created: (what) => `Key created: ${what}`,
  key_revoked: (what) => `Key revoked: ${what}`,
  device_added: (what) => `Device added: ${what}`,
  device_removed: (what) => `Device removed: ${what}`,
  application_created: (what) => `Application registered: ${what}`,
  application_changed: (what) => `Application changed: ${what}`,
  application_deleted: (what) => `Application deleted: ${what}`,
  application_disabled: (what) => `Application disabled: ${what}`,
  application_enabled: (what) => `Application enabled: ${what}`,
  client_secret_rotated: (what) => `New secret created for the application ${what}`,
  consent_given: (what) => `Access allowed to ${what}`,
  consent_withdrawn: (what) => `Access withdrawn from ${what}`,
  token_replayed: (what) => `A token of ${what} was used twice and has been revoked`,
  webhook_created: (what) => `Webhook created: ${what}`,
  webhook_changed: (what) => `Webhook changed: ${what}`,
  webhook_deleted: (what) => `Webhook deleted: ${what}`,
  webhook_enabled: (what) => `Webhook enabled: ${what}`,
  webhook_secret_rotated: (what) => `New secret created for the webhook ${what}`,
  account_created: () => 'Account created',
  account_exported: () => 'Account data exported',
  account_disabled: () => 'Account disabled',
  account_enabled: () => 'Account enabled',
  account_deleted: () => 'Account deleted',
  operator_command: (what) => what,
}

const others: Partial<Record<SecurityEvent['actor'], string>> = {
  operator: 'by the operator of the service',
  application: 'by an application',
  service: 'by the service',
}

export function describeEvent({ kind, actor, subject, times }: SecurityEvent): string {
  const sentence = sentences[kind](subject ?? '')
  const who = others[actor]
  return `${sentence}${who ? `, ${who}` : ''}${times > 1 ? ` (${times} times)` : ''}`
}
