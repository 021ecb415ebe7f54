// Everything that gives access to an account: one list of kinds. A table with a user in it is here or among those that
// give no access (test/contract/access/kinds.test.ts), so that a recovery forgets nothing that a later release adds.
import type { SecurityEventKind } from '#dashboard/security.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { CredentialKind } from './credentials.ts'

interface Kind {
  /** For the reader, such as "API keys". */
  readonly title: string
  /** The first one has the time. */
  readonly tables: readonly string[]
  /** The column that says when it was made, or last changed into something else. */
  readonly madeAt: string
  /** The credentials that are of this kind, or were given out by it. */
  readonly credentials?: readonly CredentialKind[]
}

/** Ended by every recovery: nobody has to decide about them. */
export const endedKinds = {
  password: { title: 'Password', tables: ['identities'], madeAt: 'updated_at' },
  session: { title: 'Signed-in browsers', tables: ['sessions'], madeAt: 'created_at' },
  link: { title: 'Pending links', tables: ['links', 'pending_sign_ins'], madeAt: 'created_at' },
} as const satisfies Record<string, Kind>

interface ReviewKind extends Kind {
  /** How it came about: "created 3 days ago". */
  readonly made: string
  /** What becomes of one that is ended, in a sentence. */
  readonly ending: string
  /** What the security log calls the end of one. */
  readonly event: SecurityEventKind
}

/** They act without a session, or sign in: after a recovery the user keeps or ends each. In the order of the review. */
export const reviewKinds = {
  passkey: {
    title: 'Passkeys',
    tables: ['passkeys'],
    madeAt: 'created_at',
    made: 'added',
    ending: 'Ending removes them. They sign in without a password.',
    event: 'second_factor_removed',
  },
  authenticator: {
    title: 'Authenticator app',
    tables: ['totp_factors'],
    madeAt: 'confirmed_at',
    made: 'set up',
    ending: 'Ending removes it. You can set up yours again.',
    event: 'second_factor_removed',
  },
  recoveryCodes: {
    title: 'Recovery codes',
    tables: ['recovery_codes'],
    madeAt: 'created_at',
    made: 'made',
    ending: 'Ending deletes them. They also go with the last second factor.',
    event: 'second_factor_removed',
  },
  key: {
    title: 'API keys',
    tables: ['credentials'],
    madeAt: 'created_at',
    credentials: ['key'],
    made: 'created',
    ending: 'Ending revokes them.',
    event: 'key_revoked',
  },
  device: {
    title: 'Devices that upload',
    tables: ['credentials', 'devices'],
    madeAt: 'created_at',
    credentials: ['device'],
    made: 'added',
    ending: 'Ending removes them.',
    event: 'device_removed',
  },
  pairing: {
    title: 'Devices that are not connected yet',
    tables: ['pairings'],
    madeAt: 'decided_at',
    made: 'allowed',
    ending: 'Ending keeps them from connecting.',
    event: 'device_removed',
  },
  consent: {
    title: 'Connected apps',
    tables: ['consents', 'chains', 'refresh_tokens', 'codes', 'device_codes', 'credentials'],
    madeAt: 'updated_at',
    credentials: ['access_token'],
    made: 'last authorized',
    ending: 'Ending disconnects them: they lose access at once.',
    event: 'consent_withdrawn',
  },
  application: {
    title: 'Your own applications',
    tables: ['applications', 'application_secrets', 'credentials'],
    madeAt: 'updated_at',
    credentials: ['access_token'],
    made: 'registered or changed',
    ending:
      'Ending disables them and deletes their secrets. Before you enable one again, check its redirect addresses; then ' +
      'rotate its secret.',
    event: 'application_disabled',
  },
  webhook: {
    title: 'Webhooks',
    tables: ['webhooks'],
    madeAt: 'updated_at',
    made: 'registered or changed',
    ending: 'Ending disables them: nothing is sent to them any more.',
    event: 'webhook_changed',
  },
} as const satisfies Record<string, ReviewKind>

export type ReviewKindName = keyof typeof reviewKinds

/** One thing that gives access, as the review shows it. */
export interface AccessItem {
  readonly id: string
  readonly name: string
  /** Such as "never used". */
  readonly detail?: string
  readonly madeAt: number
  /** What its maker had signed in or confirmed with, such as "password"; null where that is not known. */
  readonly madeBy?: string | null
  /** By a recovery: it does not work until it is kept. */
  readonly isSuspended?: boolean
}

/** How the feature that owns a kind lists and ends its items, in the transaction of the review. */
export interface AccessOwner {
  list(sql: Sql, userId: string): Promise<AccessItem[]>
  end(sql: Sql, userId: string, id: string): Promise<void>
  /** For kinds that a recovery suspends. */
  restore?(sql: Sql, userId: string, id: string): Promise<void>
}

export type AccessOwners = Partial<Record<ReviewKindName, AccessOwner>>

/** Throws at the start where a kind has no owner, or two. */
export function requireAccessOwners(
  parts: readonly { readonly access?: AccessOwners }[],
): Record<ReviewKindName, AccessOwner> {
  const names = Object.keys(reviewKinds) as ReviewKindName[]
  const owners = names.map((name) => {
    const [owner, ...others] = parts.flatMap(({ access }) => access?.[name] ?? [])
    if (!owner || others.length > 0) throw new Error(`Access of the kind "${name}" needs exactly one owner.`)
    return [name, owner] as const
  })
  return Object.fromEntries(owners) as Record<ReviewKindName, AccessOwner>
}
