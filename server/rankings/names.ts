// The names of rows: of pilots as they chose them, of clubs that readers may know of, and of take-offs.
import { type Named, showName } from '#server/access/names/shown-name.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
import type { Sql } from '#server/platform/database/database.ts'
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
