// Pilots' flights as rankings see them: those that are public and count in the logbook, with the facts that rules ask for.
import type { Certificate } from '#contract/certificate.ts'
import type { FileSignature } from '#contract/signature.ts'
import type { Days, OwnFlight, RankableFlight } from '#server/events/pilots-flights.ts'
import { isZoneInForce } from '#server/access/suspension.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
import { fragment, type Sql } from '#server/platform/database/database.ts'
import { isCounted } from '../record/counting/counted.ts'

interface Row extends Omit<RankableFlight, 'certificate' | 'signature' | 'takeoff'> {
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
  sql: Sql,
  ownerIds: readonly string[],
  days: Days,
): Promise<RankableFlight[]> {
  if (ownerIds.length === 0) return []
  const rows = await sql<Row>`
    select f.id, f.owner_id as "ownerId", f.change_number as "changeNumber", f.hash, f.fingerprint as track, f.metadata,
      case when f.is_tandem then 'tandem' else (select g.class from gliders g where g.id = f.glider_id) end as class,
      f.flight_date as date, f.created_at as "uploadedAt", f.duration_seconds as seconds,
      nullif(t.country, '') as country, t.id as "takeoffId", t.latitude, t.longitude, f.launch_type as "launchType",
      ${zones}
    from flights f join takeoffs t on t.id = f.takeoff_id
    where ${ofPilots(ownerIds, days)} and f.visibility = 'public' and ${isCounted} order by f.id`
  return rows.map(toRankable)
}

function toRankable({ metadata, takeoffId, latitude, longitude, ...row }: Row): RankableFlight {
  const known = JSON.parse(metadata) as { scoring: Certificate; signature?: FileSignature }
  return {
    ...row,
    certificate: known.scoring,
    signature: known.signature?.status ?? 'unknown',
    takeoff: { id: takeoffId, latitude, longitude },
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
