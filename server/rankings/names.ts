// The names of rows: of pilots as they chose them, of clubs that readers may know of, and of take-offs.
import { type Named, showName } from '#server/access/names/shown-name.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { RankingRow } from '#contract/clubs/api.ts'
import type { RankingServices } from './sources.ts'
import type { Season } from './store.ts'

interface NamedRow extends Named {
  key: string
  /** Of a club or a take-off; of pilots the other members. */
  plain: string | null
  band: string | null
}

const TOGETHER = 256

export async function listNames(
  sql: Sql,
  { id, clubId }: Pick<Season, 'id' | 'clubId'>,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (let at = 0; at < keys.length; at += TOGETHER) {
    const these = paddedList(keys.slice(at, at + TOGETHER))
    const rows = await sql<NamedRow>`
      select e.id as key, null as plain, u.name, s.handle, e.display_name as "displayName", e.band
      from ranking_entries e join users u on u.id = e.user_id left join sharing_settings s on s.user_id = e.user_id
      where e.season_id = ${id} and e.id in (${these})
      union all select id, name, null, null, 'full', null from clubs
        where id in (${these}) and (visible_to = 'public' or id = ${clubId ?? ''})
      union all select id, name, null, null, 'full', null from takeoffs where id in (${these})`
    for (const row of rows) {
      const name = row.plain ?? showName({ ...row, isMinor: row.band === 'under-16' })
      if (name !== null) names.set(row.key, name)
    }
  }
  return names
}

/** What a pilot shows of herself in public. */
export type Face = Pick<RankingRow, 'club' | 'profile' | 'image'>

interface FaceRow {
  key: string
  handle: string | null
  image: string | null
  clubId: string | null
  clubName: string | null
}

/** A profile has the whole name: it is for those who are named in full or by its address. */
export async function listFaces(
  { db, config }: Pick<RankingServices, 'db' | 'config'>,
  { id, clubId }: Pick<Season, 'id' | 'clubId'>,
  keys: readonly string[],
): Promise<Map<string, Face>> {
  if (keys.length === 0) return new Map()
  const rows = await db.sql<FaceRow>`
    select e.id as key, u.image, c.id as "clubId", c.name as "clubName",
      case when u.public_profile = ${true} and e.display_name <> 'initial' and coalesce(e.band, '') <> 'under-16'
        then s.handle end as handle
    from ranking_entries e join users u on u.id = e.user_id left join sharing_settings s on s.user_id = e.user_id
    left join club_members m on m.user_id = e.user_id and m.club_id = e.club_id and m.state = 'member'
      and m.is_listed = ${true}
    left join clubs c on c.id = m.club_id and c.visible_to = 'public'
    where e.season_id = ${id} and e.id in (${paddedList(keys)}) and u.disabled_at is null and u.erased_at is null`
  return new Map(
    rows.map(({ key, handle, image, ...club }) => [
      key,
      {
        // In a season of a club all are of that club.
        club: clubId === null && club.clubId ? { id: club.clubId, name: club.clubName! } : null,
        profile: handle && `${config.baseUrl}/p/${handle}`,
        image: handle && image && `${config.baseUrl}${image}`,
      },
    ]),
  )
}
