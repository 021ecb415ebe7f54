// The photos of a shared flight that others see: not those that were taken at a hidden place, nor in a minute that is hidden.
import type { Photo } from '#contract/logbook/photo.ts'
import { isInDisc } from '#privacy/circle.ts'
import type { Span } from '#privacy/cut.ts'
import { listTaken, type TakenPhoto } from '../photos/store.ts'
import { readPhotoList } from '../record/photo-list.ts'
import type { CutFlight, FlightServices } from '../record/services.ts'
import type { FoundFlight } from './store.ts'

const MINUTE_SECONDS = 60

/** A photo whose camera said neither time nor place is seen. */
export async function sortPhotos(
  { db }: FlightServices,
  { row, zones }: FoundFlight,
  shown: CutFlight,
): Promise<{ seen: Photo[]; unseen: number }> {
  const photos = readPhotoList(row.photos)
  if (photos.length === 0 || zones.length === 0) return { seen: photos, unseen: 0 }
  const spans = shown.kind === 'cut' ? shown.hidden : []
  const taken = await listTaken(db.sql, row.owner_id, row.id)
  const hidden = new Set(
    taken.filter((photo) => isInZone(photo, zones) || isInSpan(photo, spans)).map(({ id }) => id),
  )
  const seen = photos.filter(({ id }) => !hidden.has(id))
  return { seen, unseen: photos.length - seen.length }
}

function isInZone({ latitude, longitude }: TakenPhoto, zones: FoundFlight['zones']): boolean {
  return latitude !== null && longitude !== null && isInDisc({ latitude, longitude }, zones)
}

/** By the whole minute, since clocks of cameras differ from those of recorders. */
function isInSpan({ taken_at }: TakenPhoto, spans: readonly Span[]): boolean {
  if (taken_at === null) return false
  const minute = Math.floor(taken_at / 1000 / MINUTE_SECONDS) * MINUTE_SECONDS
  return spans.some(
    ({ fromSeconds, toSeconds }) => minute <= toSeconds && minute + MINUTE_SECONDS > fromSeconds,
  )
}
