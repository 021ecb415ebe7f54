// Makes one flight of two recordings: one is kept, with all that its pilot has written on either, and the other is deleted.
// It is one transaction; locks are taken in the order of change-numbers.ts.
import type { FlightMerge } from '#contract/logbook/merge.ts'
import type { Photo } from '#contract/logbook/photo.ts'
import type { Visibility } from '#contract/sharing/visibility.ts'
import { fragment, type Sql } from '#server/platform/database/database.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { holdCounter } from '../record/change-numbers.ts'
import { isCounted } from '../record/counting/counted.ts'
import { keepSearchText } from '../record/text/search-text.ts'
import type { FlightRow } from '../record/columns.ts'
import { readPhotoList, writePhotoList } from '../record/photo-list.ts'
import { listPhotoHashes, movePhotos } from '../photos/store.ts'
import { noSuchFlight } from '../read/one-flight.ts'
import { type Change, requirePrecondition } from '../record/change.ts'
import { announceRemoval } from '../record/remove.ts'
import { inheritLinks, isMergedInto } from '../sharing/links.ts'
import { type ChangedFlight, changeHeld, deleteFlight, holdFlight } from '../record/store.ts'
import { announceChange, settleDays } from '../record/update.ts'
import { conflict, type HashedPhoto, joinPhotos, joinRemarks, joinVisibility } from './join.ts'
import { areTwins } from '../record/counting/link.ts'
import { parseTrace } from '../record/counting/store.ts'

/** Again, it does nothing: the other is merged already. */
export async function mergeFlights(
  change: Change,
  keptId: string,
  { otherFlightId: otherId, visibility }: FlightMerge,
): Promise<void> {
  const { sql, ownerId } = change
  if (keptId === otherId) throw invalidRequest('otherFlightId must be the id of another flight.')
  await holdCounter(sql, ownerId)
  const [kept, other] = [
    await findMergeable(sql, ownerId, keptId),
    await findMergeable(sql, ownerId, otherId),
  ]
  if (kept && !other && (await isMergedInto(sql, keptId, otherId))) return
  await requirePrecondition(change)
  if (!kept || !other) throw noSuchFlight()
  if (!areTwins(kept, other))
    throw conflict(
      'These are not two recordings of one flight: they were not in the same place at the same times.',
    )
  const changed = await joinFlights(change, { kept, other, visibility })
  const removed = await deleteFlight(change, otherId)
  if (!changed || !removed) throw new Error('a flight went while it was held')
  await announceChange(change, changed)
  await announceRemoval(change, removed)
  await settleDays(change, {
    days: [changed.flight_date, removed.flight_date],
    about: [keptId],
    gone: [removed],
  })
}

type Read = 'id' | 'takeoff_id' | 'glider_id' | 'visibility' | 'recording' | 'counted_by_pilot' | 'is_counted'

interface MergeableRow extends Pick<FlightRow, Read | 'title' | 'notes' | 'photos'> {
  is_named: number
  trace: string | null
}

async function findMergeable(sql: Sql, ownerId: string, id: string) {
  const [row] = await sql<MergeableRow>`
    select f.id, f.takeoff_id, case when t.reach_m is null then 0 else 1 end as is_named, f.glider_id, f.visibility,
      f.recording, f.counted_by_pilot, case when ${isCounted} then 1 else 0 end as is_counted, f.trace, f.title, f.notes, f.photos
    from flights f join takeoffs t on t.id = f.takeoff_id where f.owner_id = ${ownerId} and f.id = ${id}`
  return row && { ...row, trace: parseTrace(row.trace) }
}

type Mergeable = NonNullable<Awaited<ReturnType<typeof findMergeable>>>

interface Pair {
  kept: Mergeable
  other: Mergeable
  /** Where the pilot has said so. */
  visibility: Visibility | undefined
}

async function joinFlights(
  change: Change,
  { kept, other, visibility }: Pair,
): Promise<ChangedFlight | undefined> {
  const { sql } = change
  const { title, notes } = joinRemarks(kept, other)
  const seenBy = joinVisibility(kept.visibility, other.visibility, visibility)
  const { photos, moved } = joinPhotos(await listHashed(sql, kept), await listHashed(sql, other))
  const before = await holdFlight(change, kept.id)
  if (moved.length > 0) await passPhotos(change, { kept, other, moved })
  const takeoffId = kept.is_named || !other.is_named ? kept.takeoff_id : other.takeoff_id
  const values = fragment`
    title = ${title}, notes = ${notes}, photos = ${writePhotoList(photos)}, visibility = ${seenBy},
    glider_id = ${kept.glider_id ?? other.glider_id}, takeoff_id = ${takeoffId},
    counted_by_pilot = ${judgeJoined(kept, other)}`
  const changed = before && (await changeHeld(change, before, values))
  if (changed) await keepSearchText(sql, changed)
  await inheritLinks(sql, { keptId: kept.id, otherId: other.id, isPrivate: seenBy === 'private' })
  return changed
}

async function listHashed(sql: Sql, { id, photos }: Mergeable): Promise<HashedPhoto[]> {
  const hashes = await listPhotoHashes(sql, id)
  return readPhotoList(photos).map((photo) => ({ ...photo, hash: hashes.get(photo.id) }))
}

/** First the other has them no more: what is counted of files follows each of the two changes. */
async function passPhotos(
  change: Change,
  { kept, other, moved }: { kept: Mergeable; other: Mergeable; moved: readonly Photo[] },
): Promise<void> {
  const before = await holdFlight(change, other.id)
  if (!before) throw noSuchFlight()
  const ids = moved.map(({ id }) => id)
  await movePhotos(change.sql, kept.id, ids)
  const left = readPhotoList(other.photos).filter(({ id }) => !ids.includes(id))
  await changeHeld(change, before, fragment`photos = ${writePhotoList(left)}`)
}

/** A flight that counted by either recording counts by the one that is kept. */
function judgeJoined(kept: Mergeable, other: Mergeable): boolean | null {
  if (!kept.is_counted && !other.is_counted) return kept.counted_by_pilot
  return kept.recording === 'complete' ? null : true
}
