// Privacy zones: places that others must not find, and what is drawn once for each of them.
import { createHmac, randomBytes } from 'node:crypto'
import type { PrivacyZone, SharingChange } from '#dashboard/sharing.ts'
import type { Visibility } from '#contract/sharing/visibility.ts'
import { chooseCircle, type Chosen, type Drawn, type Hidden, type Place } from '#privacy/circle.ts'
import type { Stretch } from '#privacy/cut.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { createId } from '#server/platform/ids.ts'
import { nextNumber } from '../record/change-numbers.ts'

const MAX_ZONES = 5
/** With those that were removed, which are kept for their circles. */
const MAX_KEPT_ZONES = 200
const KEY_BYTES = 32
const FRACTION_BYTES = 6

/** Others see another part of the flights: copies and rankings are told by the number. */
const tellOthers = nextNumber

export interface SharingSettings {
  defaultVisibility: Visibility
  handle: string | null
  offersTrackFiles: boolean
  zoneKey: Uint8Array
}

const none = { defaultVisibility: 'private', handle: null, offersTrackFiles: true } as const

/** Made with the first change; until then everything is private. */
export async function findSettings(sql: Sql, userId: string): Promise<Omit<SharingSettings, 'zoneKey'>> {
  const [row] = await sql<SharingSettings>`
    select default_visibility as "defaultVisibility", handle, offers_track_files as "offersTrackFiles"
    from sharing_settings where user_id = ${userId}`
  return row ?? none
}

export async function changeSettings(
  sql: Sql,
  nowMs: number,
  userId: string,
  { defaultVisibility, handle, offersTrackFiles }: SharingChange,
): Promise<void> {
  await requireSettings(sql, nowMs, userId)
  if (defaultVisibility !== undefined)
    await sql`
      update sharing_settings set default_visibility = ${defaultVisibility}, updated_at = ${nowMs}
      where user_id = ${userId}`
  if (handle !== undefined)
    await sql`update sharing_settings set handle = ${handle}, updated_at = ${nowMs} where user_id = ${userId}`
  // `updated_at` dates what the review asks about, and this shows no one another flight.
  if (offersTrackFiles !== undefined)
    await sql`update sharing_settings set offers_track_files = ${offersTrackFiles} where user_id = ${userId}`
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

async function findKey(sql: Sql, userId: string): Promise<Uint8Array | undefined> {
  const [row] = await sql<Pick<SharingSettings, 'zoneKey'>>`
    select zone_key as "zoneKey" from sharing_settings where user_id = ${userId}`
  return row?.zoneKey
}

export function listZones(sql: Sql, userId: string): Promise<PrivacyZone[]> {
  return sql<PrivacyZone>`
    select id, name, latitude, longitude, radius_m as "radiusM" from privacy_zones
    where user_id = ${userId} and removed_at is null order by id`
}

export interface ZoneRow extends PrivacyZone {
  cut_latitude: number
  cut_longitude: number
  cut_radius_m: number
  is_wide: boolean
  removed_at: number | null
}

const toDrawn = (row: ZoneRow): Drawn => ({
  isWide: row.is_wide,
  place: { latitude: row.latitude, longitude: row.longitude, radiusM: row.radiusM },
  circle: { latitude: row.cut_latitude, longitude: row.cut_longitude, radiusM: row.cut_radius_m },
})

/** In a transaction. */
export async function addZone(
  sql: Sql,
  nowMs: number,
  userId: string,
  zone: Place & { name: string },
): Promise<PrivacyZone> {
  const { zoneKey } = await requireSettings(sql, nowMs, userId)
  const rows = await listKept(sql, userId)
  if (rows.filter(({ removed_at }) => removed_at === null).length >= MAX_ZONES) throw tooManyZones()
  const kept = findRemoved(rows, zone)
  if (!kept && rows.length >= MAX_KEPT_ZONES) throw tooManyPlaces()
  const { circle, isWide } = chooseNext(zoneKey, rows, zone)
  return putZone(sql, nowMs, userId, { ...zone, id: kept?.id ?? createId(nowMs), circle, isWide })
}

/** A new one, or one that was removed. */
async function putZone(
  sql: Sql,
  nowMs: number,
  userId: string,
  { id, name, latitude, longitude, radiusM, circle, isWide }: PrivacyZone & Chosen,
): Promise<PrivacyZone> {
  await sql`
    insert into privacy_zones
      (id, user_id, name, latitude, longitude, radius_m, cut_latitude, cut_longitude, cut_radius_m, is_wide, created_at)
    values (${id}, ${userId}, ${name}, ${latitude}, ${longitude}, ${radiusM}, ${circle.latitude}, ${circle.longitude},
      ${circle.radiusM}, ${isWide}, ${nowMs})
    on conflict (id) do update set name = excluded.name, created_at = excluded.created_at, removed_at = null`
  await tellOthers(sql, userId)
  return { id, name, latitude, longitude, radiusM }
}

/** With the disc that a wide zone has, and the one that its pilot may have instead. */
export async function listWithDiscs(sql: Sql, userId: string): Promise<PrivacyZone[]> {
  const rows = await listKept(sql, userId)
  const key = await findKey(sql, userId)
  return rows
    .filter(({ removed_at }) => removed_at === null)
    .map((row) => {
      const { id, name, latitude, longitude, radiusM } = row
      const zone = { id, name, latitude, longitude, radiusM }
      if (!row.is_wide || !key) return zone
      const smaller = chooseSmaller(key, rows, row).circle
      return { ...zone, discs: { now: toDrawn(row).circle, smaller } }
    })
}

/** In a transaction. The wide one is removed, as it could be put back, and another takes its place. */
export async function takeSmaller(
  sql: Sql,
  nowMs: number,
  userId: string,
  id: string,
): Promise<PrivacyZone | undefined> {
  const { zoneKey } = await requireSettings(sql, nowMs, userId)
  const rows = await listKept(sql, userId)
  const wide = rows.find((row) => row.id === id && row.is_wide && row.removed_at === null)
  if (!wide) return undefined
  if (rows.length >= MAX_KEPT_ZONES) throw tooManyPlaces()
  await removeZone(sql, nowMs, userId, id)
  return putZone(sql, nowMs, userId, {
    ...wide,
    ...chooseSmaller(zoneKey, rows, wide),
    id: createId(nowMs),
  })
}

/** As for a place that was never hidden by a wide disc, and the same at each look. */
function chooseSmaller(zoneKey: Uint8Array, rows: readonly ZoneRow[], wide: ZoneRow): Chosen {
  const [direction = 0, distance = 0] = drawFractions(zoneKey, `smaller ${wide.id}`)
  const known = rows.filter((row) => !row.is_wide).map(toDrawn)
  return chooseCircle(known, toDrawn(wide).place, [direction, distance])
}

/** The circle that a zone would have if it were added now, and what a pilot needs to see a flight cut by it. */
export async function foreseeZone(
  sql: Sql,
  nowMs: number,
  userId: string,
  place: Place,
): Promise<Hidden & { zoneKey: Uint8Array }> {
  const { zoneKey } = await requireSettings(sql, nowMs, userId)
  return { zoneKey, place, circle: chooseNext(zoneKey, await listKept(sql, userId), place).circle }
}

/** With another draw for each zone that the pilot has ever had: a secret, and the same before and after it is added. */
function chooseNext(zoneKey: Uint8Array, rows: readonly ZoneRow[], place: Place): Chosen {
  const kept = findRemoved(rows, place)
  if (kept) return toDrawn(kept)
  const [direction = 0, distance = 0] = drawFractions(zoneKey, `circle ${rows.length}`)
  return chooseCircle(rows.map(toDrawn), place, [direction, distance])
}

const tooManyZones = () => invalidRequest(`There are ${MAX_ZONES} zones already; remove one first.`)
const tooManyPlaces = () =>
  invalidRequest(
    `You have had ${MAX_KEPT_ZONES} zones, the most there may be. One that you had before can be put again.`,
  )

/** Those that were removed, too. */
function listKept(sql: Sql, userId: string): Promise<ZoneRow[]> {
  return sql<ZoneRow>`
    select id, name, latitude, longitude, radius_m as "radiusM", cut_latitude, cut_longitude, cut_radius_m, is_wide,
      removed_at
    from privacy_zones where user_id = ${userId} order by id`
}

/** The latest of the same place and radius that was removed: it comes back as it was. */
function findRemoved(rows: readonly ZoneRow[], { latitude, longitude, radiusM }: Place): ZoneRow | undefined {
  return rows.findLast(
    (row) =>
      row.removed_at !== null &&
      row.latitude === latitude &&
      row.longitude === longitude &&
      row.radiusM === radiusM,
  )
}

/** The row stays, for its circle. Gives the name of the zone; undefined when there is none. */
export async function removeZone(
  sql: Sql,
  nowMs: number,
  userId: string,
  id: string,
): Promise<string | undefined> {
  const [removed] = await sql<{ name: string }>`
    update privacy_zones set removed_at = ${nowMs}
    where user_id = ${userId} and id = ${id} and removed_at is null returning name`
  if (removed) await tellOthers(sql, userId)
  return removed?.name
}

export async function restoreZone(sql: Sql, userId: string, id: string): Promise<void> {
  await sql`update privacy_zones set removed_at = null where user_id = ${userId} and id = ${id}`
  await tellOthers(sql, userId)
}

/** By the fixes: the same flight, deleted and uploaded again, is cut where it was. */
export function drawStretch(zoneKey: Uint8Array, fingerprint: string): Stretch {
  const [before = 0, after = 0] = drawFractions(zoneKey, `stretch ${fingerprint}`)
  return { before, after }
}

/** Numbers from 0 to 1, always the same for a key and a text. */
function drawFractions(key: Uint8Array, text: string): number[] {
  const bytes = createHmac('sha256', key).update(text).digest()
  return [0, 1].map((at) => bytes.readUIntBE(at * FRACTION_BYTES, FRACTION_BYTES) / 2 ** (8 * FRACTION_BYTES))
}
