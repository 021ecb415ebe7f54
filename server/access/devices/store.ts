// Devices: credentials with a login and an instrument.
import type { DeviceSummary } from '#dashboard/devices.ts'
import { countRows } from '#server/platform/database/count.ts'
import { fragment, nothing, type Sql } from '#server/platform/database/database.ts'
import { issueCredential } from '../credentials.ts'
import type { Proved } from '../proof.ts'
import { createCode } from './secret.ts'

const LOGIN_LENGTH = 4
const MAX_DEVICES_LISTED = 500

export interface NewDevice {
  userId: string
  name: string
  instrument?: string | undefined
  /** The token of a device that cannot be given a password. */
  token?: string
}

export interface CreatedDevice {
  id: string
  /** Such as d-7Q2M: shorter to type than an email address. */
  login: string
  secret: string
}

export async function createDevice(
  sql: Sql,
  nowMs: number,
  device: NewDevice,
  proved: Proved,
): Promise<CreatedDevice> {
  const { userId, name, instrument, token } = device
  const credential = {
    kind: 'device',
    userId,
    name,
    scopes: ['flights:write'],
    ...(token !== undefined && { secret: token }),
  } as const
  const { id, secret } = await issueCredential(sql, nowMs, credential, proved)
  const login = `d-${createCode(LOGIN_LENGTH)}`
  await sql`update credentials set login = ${login}, instrument = ${instrument ?? null} where id = ${id}`
  return { id, login, secret }
}

/** The owner of a credential on a device: both names are accepted, and the address is known when it was used there. */
export interface DeviceOwner {
  email: string
  login: string | null
  lastUsedAddress: string | null
}

export async function findDeviceOwner(sql: Sql, credentialId: string): Promise<DeviceOwner | undefined> {
  const [owner] = await sql<DeviceOwner>`
    select u.email, c.login, c.last_used_address as "lastUsedAddress"
    from credentials c join users u on u.id = c.user_id
    where c.id = ${credentialId}`
  return owner
}

/**
 * How a device names the account it uploads to: by a number, since a credential that may only upload does not tell whose it
 * is. Neither part is ever empty: firmware asks for both.
 */
export function toAccountLabel(userId: string): { handle: string; displayName: string } {
  const number = Number.parseInt(userId.slice(-8), 16) % 1_000_000_000
  return { handle: `pilot-${number}`, displayName: `Pilot ${number}` }
}

/** Written once: the first flight shows that the device works. */
export async function noteFirstFlight(
  sql: Sql,
  nowMs: number,
  deviceId: string,
  flightId: string,
): Promise<void> {
  await sql`
    update credentials set first_flight_id = ${flightId}, first_flight_at = ${nowMs}
    where id = ${deviceId} and kind = 'device' and first_flight_at is null`
}

interface Row {
  id: string
  name: string | null
  login: string
  instrument: string | null
  created_at: number
  made_by: string | null
  revoked_at: number | null
  last_used_at: number | null
  last_used_address: string | null
  first_flight_id: string | null
  first_flight_at: number | null
}

/** Newest first, including revoked ones. */
export async function listDevices(sql: Sql, userId: string): Promise<DeviceSummary[]> {
  const rows = await selectDevices(sql, userId)
  return rows.map(toSummary)
}

export async function findDevice(sql: Sql, userId: string, id: string): Promise<DeviceSummary | undefined> {
  const [row] = await selectDevices(sql, userId, fragment`and id = ${id}`)
  return row && toSummary(row)
}

function selectDevices(sql: Sql, userId: string, condition = nothing): Promise<Row[]> {
  return sql<Row>`
    select id, name, login, instrument, created_at, made_by, revoked_at, last_used_at, last_used_address,
      first_flight_id, first_flight_at
    from credentials
    where user_id = ${userId} and kind = 'device' ${condition}
    order by created_at desc, id desc limit ${MAX_DEVICES_LISTED}`
}

function toSummary(row: Row): DeviceSummary {
  return {
    id: row.id,
    name: row.name ?? '',
    login: row.login,
    instrument: row.instrument,
    createdAt: row.created_at,
    madeBy: row.made_by,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
    lastUsedAddress: row.last_used_address,
    firstFlightId: row.first_flight_id,
    firstFlightAt: row.first_flight_at,
  }
}

export function countLiveDevices(sql: Sql, userId: string): Promise<number> {
  const live = fragment`user_id = ${userId} and kind = 'device' and revoked_at is null`
  return countRows(sql, fragment`credentials where ${live}`)
}
