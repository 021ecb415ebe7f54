// Privacy zones: places that others must not find, and what is drawn once for each of them.
import { createHmac, randomBytes } from 'node:crypto'
import type { PrivacyZone, SharingChange } from '#dashboard/sharing.ts'
import type { Visibility } from '#contract/sharing/visibility.ts'
import { type Circle, type Draw, hidePlace, type Place } from '#privacy/circle.ts'
import type { Stretch } from '#privacy/cut.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'

export const MAX_ZONES = 5
/** Degrees: places in one cell of this size have one draw, so a zone which is removed and drawn again is the same. */
const CELL = 0.02
const KEY_BYTES = 32
const FRACTION_BYTES = 6

export interface SharingSettings {
  defaultVisibility: Visibility
  handle: string | null
  zoneKey: Uint8Array
}

const none = { defaultVisibility: 'private', handle: null } as const

/** Made with the first change; until then everything is private. */
export async function findSettings(
  sql: Sql,
  userId: string,
): Promise<Pick<SharingSettings, 'defaultVisibility' | 'handle'>> {
  const [row] = await sql<SharingSettings>`
    select default_visibility as "defaultVisibility", handle from sharing_settings where user_id = ${userId}`
  return row ?? none
}

export async function changeSettings(
  sql: Sql,
  nowMs: number,
  userId: string,
  { defaultVisibility, handle }: SharingChange,
): Promise<void> {
  await requireSettings(sql, nowMs, userId)
  if (defaultVisibility !== undefined)
    await sql`
      update sharing_settings set default_visibility = ${defaultVisibility}, updated_at = ${nowMs}
      where user_id = ${userId}`
  if (handle !== undefined)
    await sql`update sharing_settings set handle = ${handle}, updated_at = ${nowMs} where user_id = ${userId}`
}

async function requireSettings(sql: Sql, nowMs: number, userId: string): Promise<SharingSettings> {
  await sql`
    insert into sharing_settings (user_id, default_visibility, zone_key, updated_at)
    values (${userId}, ${none.defaultVisibility}, ${randomBytes(KEY_BYTES)}, ${nowMs})
    on conflict (user_id) do nothing`
  const [row] = await sql<SharingSettings>`
    select default_visibility as "defaultVisibility", handle, zone_key as "zoneKey" from sharing_settings
    where user_id = ${userId} ${sql.forUpdate}`
  return row!
}

export function listZones(sql: Sql, userId: string): Promise<PrivacyZone[]> {
  return sql<PrivacyZone>`
    select id, name, latitude, longitude, radius_m as "radiusM" from privacy_zones
    where user_id = ${userId} order by id`
}

/** In a transaction; undefined when the pilot has as many as there may be. */
export async function addZone(
  sql: Sql,
  nowMs: number,
  userId: string,
  place: Place & { name: string },
): Promise<PrivacyZone | undefined> {
  const { zoneKey } = await requireSettings(sql, nowMs, userId)
  const [count] = await sql<{ zones: number }>`
    select count(*) as zones from privacy_zones where user_id = ${userId}`
  if ((count?.zones ?? 0) >= MAX_ZONES) return undefined
  const { name, latitude, longitude, radiusM } = place
  const circle = hidePlace(place, drawCircle(zoneKey, place))
  const id = createId(nowMs)
  await sql`
    insert into privacy_zones
      (id, user_id, name, latitude, longitude, radius_m, cut_latitude, cut_longitude, cut_radius_m, created_at)
    values (${id}, ${userId}, ${name}, ${latitude}, ${longitude}, ${radiusM}, ${circle.latitude}, ${circle.longitude},
      ${circle.radiusM}, ${nowMs})`
  return { id, name, latitude, longitude, radiusM }
}

export async function removeZone(sql: Sql, userId: string, id: string): Promise<boolean> {
  const removed = await sql`delete from privacy_zones where user_id = ${userId} and id = ${id} returning id`
  return removed.length > 0
}

function drawCircle(zoneKey: Uint8Array, { latitude, longitude }: Circle): Draw {
  const cell = [latitude, longitude].map((degrees) => Math.floor(degrees / CELL))
  const [direction = 0, distance = 0, growth = 0] = drawFractions(zoneKey, `circle ${cell.join(' ')}`)
  return [direction, distance, growth]
}

/** By the fixes: the same flight, deleted and uploaded again, is cut where it was. */
export function drawStretch(zoneKey: Uint8Array, fingerprint: string): Stretch {
  const [before = 0, after = 0] = drawFractions(zoneKey, `stretch ${fingerprint}`)
  return { before, after }
}

/** Numbers from 0 to 1, always the same for a key and a text. */
function drawFractions(key: Uint8Array, text: string): number[] {
  const digest = createHmac('sha256', key).update(text).digest()
  return [0, 1, 2].map(
    (at) => digest.readUIntBE(at * FRACTION_BYTES, FRACTION_BYTES) / 2 ** (8 * FRACTION_BYTES),
  )
}
