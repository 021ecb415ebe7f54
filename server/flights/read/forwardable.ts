// A pilot's flights as forwards see them: the facts that filters ask for, and the stored file of one.
import type { ForwardableFlight, Which } from '#server/events/pilots-flights.ts'
import { fragment, type Sql } from '#server/platform/database/database.ts'
import { openContent } from '#server/platform/files/content.ts'
import { findFile, type ReadingServices } from '../files/files.ts'
import { isCounted } from '../record/counting/counted.ts'

export async function listForwardable(sql: Sql, ownerId: string, which: Which): Promise<ForwardableFlight[]> {
  const condition =
    'id' in which
      ? fragment`f.id = ${which.id}`
      : 'since' in which
        ? fragment`f.flight_date >= ${which.since}`
        : fragment`f.change_number > ${which.after}`
  const limit = 'max' in which ? fragment`limit ${which.max}` : fragment``
  const rows = await sql<ForwardableFlight & { isTandem: boolean }>`
    select f.id, f.change_number as "changeNumber", f.flight_date as date, f.created_at as "uploadedAt",
      f.distance_km as "distanceKm", f.score as points, f.visibility, f.is_tandem as "isTandem",
      (select g.class from gliders g where g.id = f.glider_id) as class
    from flights f
    where f.owner_id = ${ownerId} and ${condition} and f.recording = 'complete' and ${isCounted}
    order by f.change_number ${limit}`
  return rows.map(({ isTandem, ...row }) => ({ ...row, class: isTandem ? 'tandem' : row.class }))
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
