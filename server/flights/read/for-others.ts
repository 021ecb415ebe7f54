// Pilots' flights as forwards and rankings see them: the facts that filters and rules ask for, and the stored file of one.
import type { Certificate } from '#contract/certificate.ts'
import type { FileSignature } from '#contract/signature.ts'
import type { LeagueRules } from '#scoring/leagues/league.ts'
import { isZoneInForce } from '#server/access/suspension.ts'
import type {
  Days,
  ForwardableFlight,
  LeagueValues,
  OwnFlight,
  RankableFlight,
  Which,
} from '#server/events/pilots-flights.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
import { fragment, type Sql } from '#server/platform/database/database.ts'
import { openContent } from '#server/platform/files/content.ts'
import { findFile, type ReadingServices } from '../files/files.ts'
import { isCounted } from '../record/counting/counted.ts'

/** Those of both. */
const facts = fragment`
  f.id, f.change_number as "changeNumber", f.flight_date as date, f.created_at as "uploadedAt",
  case when f.is_tandem then 'tandem' else (select g.class from gliders g where g.id = f.glider_id) end as class`

export async function listForwardable(sql: Sql, ownerId: string, which: Which): Promise<ForwardableFlight[]> {
  const condition =
    'id' in which
      ? fragment`f.id = ${which.id}`
      : 'since' in which
        ? fragment`f.flight_date >= ${which.since}`
        : fragment`f.change_number > ${which.after}`
  const limit = 'max' in which ? fragment`limit ${which.max}` : fragment``
  return sql<ForwardableFlight>`
    select ${facts}, f.distance_km as "distanceKm", f.score as points, f.visibility from flights f
    where f.owner_id = ${ownerId} and ${condition} and f.recording = 'complete' and ${isCounted}
    order by f.change_number ${limit}`
}

/** The stored bytes as they came, and facts that a form may ask for; undefined when the flight is gone. */
export async function readForwardable(services: ReadingServices, ownerId: string, id: string) {
  const file = await findFile(services, ownerId, id)
  const [row] = await services.db.sql<{
    hash: string
    date: string
    distanceKm: number
    title: string | null
    metadata: string
    glider: string | null
    gliderClass: string | null
  }>`
    select f.hash, f.flight_date as date, f.distance_km as "distanceKm", f.title, f.metadata, g.name as glider,
      g.class as "gliderClass"
    from flights f left join gliders g on g.id = f.glider_id
    where f.owner_id = ${ownerId} and f.id = ${id}`
  if (!file || !row) return undefined
  const known = JSON.parse(row.metadata) as { pilot?: string | null; glider?: string | null }
  return {
    id,
    hash: row.hash,
    bytes: await openContent(file.compressed, file.byteLength),
    fileName: file.fileName,
    date: row.date,
    pilot: known.pilot ?? null,
    glider: row.glider ?? known.glider ?? null,
    gliderClass: row.gliderClass,
    comment: row.title,
    distanceKm: row.distanceKm,
  }
}

interface Row extends Omit<RankableFlight, 'values' | 'signature' | 'takeoff'> {
  metadata: string
  takeoffId: string
  latitude: number
  longitude: number
}

const zones = fragment`
  (select string_agg(z.id, ' ' order by z.id) from privacy_zones z join users u on u.id = z.user_id
    where z.user_id = f.owner_id and ${isZoneInForce}) as zones`
const ofPilots = (ownerIds: readonly string[], { from, to }: Days) =>
  fragment`f.owner_id in (${paddedList(ownerIds)}) and f.flight_date between ${from} and ${to}`

export async function listRankable(
  rules: LeagueRules,
  sql: Sql,
  ownerIds: readonly string[],
  days: Days,
): Promise<RankableFlight[]> {
  if (ownerIds.length === 0) return []
  const rows = await sql<Row>`
    select ${facts}, f.owner_id as "ownerId", f.hash, f.fingerprint as track, f.metadata, f.duration_seconds as seconds,
      nullif(t.country, '') as country, t.id as "takeoffId", t.latitude, t.longitude, f.launch_type as "launchType",
      ${zones}
    from flights f join takeoffs t on t.id = f.takeoff_id
    where ${ofPilots(ownerIds, days)} and f.visibility = 'public' and ${isCounted} order by f.id`
  return rows.map(({ metadata, takeoffId, latitude, longitude, ...row }) => {
    const known = JSON.parse(metadata) as { scoring: Certificate; signature?: FileSignature }
    return {
      ...row,
      values: toValues(rules, known.scoring),
      signature: known.signature?.status ?? 'unknown',
      takeoff: { id: takeoffId, latitude, longitude },
    }
  })
}

export function toValues(
  { scoreDecimals, distanceDecimals }: Pick<LeagueRules, 'scoreDecimals' | 'distanceDecimals'>,
  { rules, type, score, distanceKm }: Pick<Certificate, 'rules' | 'type' | 'score' | 'distanceKm'>,
): LeagueValues {
  const toUnits = (value: number, decimals: number) => ({
    units: Math.round(value * 10 ** decimals),
    decimals,
  })
  return {
    rules: `${rules.name} ${rules.version}`,
    type: type as LeagueValues['type'],
    points: toUnits(score, scoreDecimals),
    km: toUnits(distanceKm, distanceDecimals),
  }
}

export async function listPublicFlights(
  sql: Sql,
  ownerIds: readonly string[],
  days: Days,
): Promise<Pick<RankableFlight, 'id' | 'zones'>[]> {
  if (ownerIds.length === 0) return []
  return sql`select f.id, ${zones} from flights f where ${ofPilots(ownerIds, days)} and f.visibility = 'public'`
}

export async function listOwnFlights(sql: Sql, ownerId: string, days: Days): Promise<OwnFlight[]> {
  const rows = await sql<Omit<OwnFlight, 'isPublic'> & { visibility: string }>`
    select f.id, f.flight_date as date, f.visibility, case when ${isCounted} then null
      when f.counted_by_pilot is not null then 'not-counted' when f.recording <> 'complete' then 'cut-short'
      else 'copy' end as uncounted
    from flights f where ${ofPilots([ownerId], days)} order by f.id`
  return rows.map(({ visibility, ...flight }) => ({ ...flight, isPublic: visibility === 'public' }))
}
