// A pilot's flights as rankings see them: those that count in the logbook, with the facts that rules ask for.
import type { Certificate } from '#contract/certificate.ts'
import type { LaunchType } from '#contract/launch-types.ts'
import type { GliderClass } from '#contract/logbook/glider-classes.ts'
import type { FileSignature } from '#contract/signature.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
import { fragment, literal, type Sql } from '#server/platform/database/database.ts'
import { COUNTED } from '../record/counting/counted.ts'

const counted = literal([COUNTED])

export interface RankableFlight {
  readonly id: string
  readonly changeNumber: number
  readonly hash: string
  /** SHA-256 of the fixes. */
  readonly track: string
  readonly certificate: Certificate
  readonly signature: FileSignature['status']
  readonly isPublic: boolean
  /** Whether zones of the pilot may cut the track that others see. */
  readonly hasZones: boolean
  readonly date: string
  readonly uploadedAt: number
  readonly seconds: number
  readonly class: GliderClass | null
  readonly country: string | null
  readonly takeoff: { id: string; latitude: number; longitude: number }
  readonly launchType: LaunchType
}

/** Gliders and zones change without the flights, so each flight is told with them. */
type RankableVersion = Pick<RankableFlight, 'id' | 'changeNumber' | 'class' | 'hasZones'>
type VersionRow = Omit<RankableVersion, 'hasZones'> & { zones: number }
/** Zones are the owner's, and so are counted once for all flights. */
const versionColumns = (ownerId: string) => fragment`
  f.id, f.change_number as "changeNumber", case when f.is_tandem then 'tandem'
    else (select g.class from gliders g where g.id = f.glider_id) end as class,
  (select count(*) from privacy_zones z where z.user_id = ${ownerId}) as zones`

export async function listRankableVersions(
  sql: Sql,
  ownerId: string,
  days: { from: string; to: string },
): Promise<RankableVersion[]> {
  const rows = await sql<VersionRow>`
    select ${versionColumns(ownerId)} from flights f
    where f.owner_id = ${ownerId} and f.flight_date between ${days.from} and ${days.to} and ${counted}
    order by f.id`
  return rows.map(({ zones, ...row }) => ({ ...row, hasZones: zones > 0 }))
}

interface Row extends Omit<RankableFlight, 'certificate' | 'signature' | 'takeoff' | 'hasZones'> {
  metadata: string
  visibility: string
  takeoffId: string
  latitude: number
  longitude: number
  zones: number
}

export async function listRankable(
  sql: Sql,
  ownerId: string,
  ids: readonly string[],
): Promise<RankableFlight[]> {
  if (ids.length === 0) return []
  const rows = await sql<Row>`
    select ${versionColumns(ownerId)}, f.hash, f.fingerprint as track, f.metadata, f.visibility, f.flight_date as date,
      f.created_at as "uploadedAt", f.duration_seconds as seconds, nullif(t.country, '') as country,
      t.id as "takeoffId", t.latitude, t.longitude, f.launch_type as "launchType"
    from flights f join takeoffs t on t.id = f.takeoff_id
    where f.owner_id = ${ownerId} and f.id in (${paddedList(ids)}) order by f.id`
  return rows.map(toRankable)
}

function toRankable({
  metadata,
  visibility,
  takeoffId,
  latitude,
  longitude,
  zones,
  ...row
}: Row): RankableFlight {
  const known = JSON.parse(metadata) as { scoring: Certificate; signature?: FileSignature }
  return {
    ...row,
    certificate: known.scoring,
    signature: known.signature?.status ?? 'unknown',
    isPublic: visibility === 'public',
    hasZones: zones > 0,
    takeoff: { id: takeoffId, latitude, longitude },
  }
}
