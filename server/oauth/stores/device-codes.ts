// Device codes: pending, then approved or denied, then redeemed; each change once, in one statement.
import type { Resource } from '#contract/oauth.ts'
import type { Scope } from '#contract/scopes.ts'
import { followProof, type Proved } from '#server/access/proof.ts'
import { writeResources } from '#server/access/scopes.ts'
import { fragment, type Sql } from '#server/platform/database/database.ts'
import { readStored, type Stored } from './rows.ts'
import type { Party } from './consents.ts'

const MAX_INTERVAL_SECONDS = 60

export type DeviceState = 'pending' | 'approved' | 'denied' | 'redeemed'

export interface DeviceCode {
  readonly hash: string
  readonly applicationId: string
  readonly scopes: readonly Scope[]
  /** The resources of its tokens; undefined for all. */
  readonly resources: readonly Resource[] | undefined
  readonly state: DeviceState
  readonly userId: string | undefined
  readonly authenticatedAt: number | undefined
  readonly address: string | undefined
  readonly userAgent: string | undefined
  readonly createdAt: number
  readonly expiresAt: number
}

const deviceColumns = fragment`
  hash, application_id as "applicationId", scopes, resources, state, user_id as "userId",
  authenticated_at as "authenticatedAt", address, user_agent as "userAgent", created_at as "createdAt",
  expires_at as "expiresAt"`

/** Returns false when the user code is taken. */
export async function insertDeviceCode(
  sql: Sql,
  nowMs: number,
  code: {
    hash: string
    userCodeHash: string
    applicationId: string
    scopes: readonly Scope[]
    resources: readonly Resource[] | undefined
    address: string
    userAgent: string | undefined
    expiresAt: number
    intervalSeconds: number
  },
): Promise<boolean> {
  const rows = await sql`
    insert into device_codes
      (hash, user_code_hash, application_id, scopes, resources, state, address, user_agent, created_at,
       expires_at, interval_seconds)
    values
      (${code.hash}, ${code.userCodeHash}, ${code.applicationId}, ${code.scopes.join(' ')},
       ${writeResources(code.resources)}, 'pending', ${code.address}, ${code.userAgent ?? null}, ${nowMs}, ${code.expiresAt}, ${code.intervalSeconds})
    on conflict (user_code_hash) do nothing returning hash`
  return rows.length > 0
}

export async function findDeviceCode(sql: Sql, hash: string): Promise<DeviceCode | undefined> {
  const [row] = await sql<Stored<DeviceCode>>`select ${deviceColumns} from device_codes where hash = ${hash}`
  return row && readStored<DeviceCode>(row)
}

export async function findPendingDeviceCode(
  sql: Sql,
  nowMs: number,
  userCodeHash: string,
): Promise<DeviceCode | undefined> {
  const [row] = await sql<Stored<DeviceCode>>`
    select ${deviceColumns} from device_codes
    where user_code_hash = ${userCodeHash} and state = 'pending' and expires_at > ${nowMs}`
  return row && readStored<DeviceCode>(row)
}

/**
 * Records a poll of a pending code, and returns whether it came too early: that lengthens the interval by 5 s for every
 * later poll (RFC 8628 3.5), up to a minute. Undefined when the code is no longer pending.
 */
export async function notePoll(
  sql: Sql,
  nowMs: number,
  hash: string,
): Promise<'early' | 'in time' | undefined> {
  // Half a second of tolerance for the network, for a client that keeps the interval.
  const isEarly = fragment`coalesce(last_polled_at, 0) + interval_seconds * 1000 - 500 > ${nowMs}`
  const [row] = await sql<{ polled_too_early: boolean | number }>`
    update device_codes set
      interval_seconds = case when ${isEarly} and interval_seconds < ${MAX_INTERVAL_SECONDS}
                              then interval_seconds + 5 else interval_seconds end,
      polled_too_early = case when ${isEarly} then true else false end,
      last_polled_at = ${nowMs}
    where hash = ${hash} and state = 'pending' and expires_at > ${nowMs}
    returning polled_too_early`
  if (!row) return undefined
  return row.polled_too_early ? 'early' : 'in time'
}

/** Once: of two decisions the first counts. */
export async function decideDeviceCode(
  sql: Sql,
  nowMs: number,
  hash: string,
  decision: { userId: string; authenticatedAt: number; granted: readonly Scope[] | 'denied' },
  _proved: Proved,
): Promise<boolean> {
  const change =
    decision.granted === 'denied'
      ? fragment`state = 'denied'`
      : fragment`state = 'approved', scopes = ${decision.granted.join(' ')}`
  const rows = await sql`
    update device_codes set ${change}, user_id = ${decision.userId}, authenticated_at = ${decision.authenticatedAt}
    where hash = ${hash} and state = 'pending' and expires_at > ${nowMs} returning hash`
  return rows.length > 0
}

/** Spends the code, once; gives the proof with which it was allowed. */
export async function redeemDeviceCode(sql: Sql, nowMs: number, hash: string): Promise<Proved | undefined> {
  const rows = await sql`
    update device_codes set state = 'redeemed'
    where hash = ${hash} and state = 'approved' and expires_at > ${nowMs} returning hash`
  return rows.length > 0 ? followProof('grant') : undefined
}

/** Denies what was approved and not redeemed yet. */
export async function denyApprovedDevices(sql: Sql, { userId, applicationId }: Party): Promise<void> {
  await sql`
    update device_codes set state = 'denied'
    where user_id = ${userId} and application_id = ${applicationId} and state = 'approved'`
}
