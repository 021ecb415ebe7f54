// Chooses the pilot's glider for a new flight.
import type { Sql } from '#server/platform/database/database.ts'
import { fold } from '#language/fold.ts'
import { cleanName, listKnown } from './store.ts'

export interface FlownWith {
  /** The name of one in the pilot's list; null: only one that the file names; undefined: that, or else the default. */
  own: string | null | undefined
  /** As the file or its sender says. */
  named: string | null
}

/** In the flight's transaction, which keeps the glider from being deleted meanwhile. Null: none. */
export async function chooseGlider(
  sql: Sql,
  ownerId: string,
  { own, named }: FlownWith,
): Promise<string | null> {
  const gliders = await listKnown(sql, ownerId)
  if (gliders.length === 0) return null
  const find = (name: string | null | undefined) =>
    name ? gliders.find((glider) => glider.folded_name === fold(cleanName(name))) : undefined
  const byDefault = own === undefined ? gliders.find((glider) => glider.is_default) : undefined
  const chosen = own ? find(own) : (find(named) ?? byDefault)
  return chosen && (await holdWithOwner(sql, ownerId, chosen.id)) ? chosen.id : null
}

/** The account comes before the glider in the order of locks. */
async function holdWithOwner(sql: Sql, ownerId: string, id: string): Promise<boolean> {
  const rows = await sql`
    select g.id from users u join gliders g on g.owner_id = u.id
    where u.id = ${ownerId} and g.id = ${id} ${sql.forKeyShare}`
  return rows.length > 0
}
