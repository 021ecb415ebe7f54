// Everything that gives access to an account: one list of kinds. A table with a user in it is here or among those that
// give no access (test/contract/access/kinds.test.ts), so a recovery forgets nothing that a later release adds.
import type { Visibility } from '#contract/sharing/visibility.ts'
import type { SecurityEventKind } from '#dashboard/security.ts'
import type { ServerTexts } from '#language/server.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { CredentialKind } from './credentials.ts'
import { type Widening, wordsOf } from './widening.ts'

interface ReviewKind {
  readonly tables: readonly string[]
  /** The credentials that are of this kind, or were given out by it. */
  readonly credentials?: readonly CredentialKind[]
  /** Others see something by it; it acts for no one, and a recovery leaves it to the review. */
  readonly isSeenByOthers?: true
  /** The end of one, as the security log calls it. */
  readonly event: SecurityEventKind
}

/** They act without a session, or sign in: after a recovery the user keeps or ends each. In the order of the review. */
export const reviewKinds = {
  passkey: {
    tables: ['passkeys'],
    event: 'second_factor_removed',
  },
  authenticator: {
    tables: ['totp_factors'],
    event: 'second_factor_removed',
  },
  recoveryCodes: {
    tables: ['recovery_codes'],
    event: 'second_factor_removed',
  },
  key: {
    tables: ['credentials'],
    credentials: ['key'],
    event: 'key_revoked',
  },
  device: {
    tables: ['credentials'],
    credentials: ['device'],
    event: 'device_removed',
  },
  pairing: {
    tables: ['pairings'],
    event: 'device_removed',
  },
  consent: {
    tables: ['consents', 'chains', 'refresh_tokens', 'codes', 'device_codes', 'credentials'],
    credentials: ['access_token'],
    event: 'consent_withdrawn',
  },
  application: {
    tables: ['applications', 'application_secrets', 'credentials'],
    credentials: ['access_token'],
    event: 'application_disabled',
  },
  webhook: {
    tables: ['webhooks'],
    event: 'webhook_changed',
  },
  destination: {
    tables: ['destinations'],
    event: 'destination_removed',
  },
  /** Gives no access to the account, but others see its flights: somebody else may have shared them. */
  sharing: {
    tables: ['flights', 'flight_links', 'merged_references', 'sharing_settings'],
    event: 'sharing_ended',
    isSeenByOthers: true,
  },
  /** Published, joined, entered, removed: each item is a change, and its end puts back the state of before. */
  change: {
    tables: ['undoable_changes', 'privacy_zones'],
    event: 'sharing_undone',
    isSeenByOthers: true,
  },
} as const satisfies Record<string, ReviewKind>

export type ReviewKindName = keyof typeof reviewKinds

/** Flights that others see, with the last few that were shared or changed. */
export interface SharedFlights {
  readonly flights: number
  readonly latest: readonly { name: string; day: string }[]
  readonly newFlights: Visibility
}

/** One thing that gives access, as the review shows it. */
export interface AccessItem {
  readonly id: string
  readonly name: string
  /** The beginning and the end of a secret. */
  readonly hint?: string
  /** Null when it never was; absent where it is not counted. */
  readonly lastUsedAt?: number | null
  /** How many codes. */
  readonly left?: number
  readonly shared?: SharedFlights
  readonly change?: Pick<Widening, 'kind' | 'subject'>
  readonly madeAt: number
  /** The maker's proof of identity, such as "password"; null where that is not known. */
  readonly madeBy?: string | null
  /** By a recovery: it does not work until it is kept. */
  readonly isSuspended?: boolean
}

/** For the reader: of some kinds there is one at most, which has no name. */
export function nameAccess(
  { review, emails }: Pick<ServerTexts, 'review' | 'emails'>,
  { kind, name, change }: Pick<AccessItem, 'name' | 'change'> & { kind: ReviewKindName },
): string {
  if (change) return wordsOf({ emails }, change).change
  const isNamed = kind !== 'authenticator' && kind !== 'recoveryCodes' && kind !== 'sharing'
  return isNamed ? name : review.kinds[kind].title
}

/** How the feature that owns a kind lists and ends its items, in the transaction of the review. */
export interface AccessOwner {
  list(sql: Sql, userId: string): Promise<AccessItem[]>
  end(sql: Sql, userId: string, id: string): Promise<void>
  /** Before that transaction, where there may be too much to end in one. */
  endMost?(userId: string, ids: readonly string[]): Promise<void>
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
