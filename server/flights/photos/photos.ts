// Adds, changes and removes the photos of a flight: each is a change of the flight, with its event, in one transaction.
//
//   add   the picture is re-encoded in a process; its file is put where files go; then the transaction counts the photos
//         under the pilot's lock, lists it, and commits
import { hash, randomBytes } from 'node:crypto'
import { MAX_PHOTOS } from '#contract/logbook/lengths.ts'
import type { AddedPhoto, Photo, PhotoChange } from '#contract/logbook/photo.ts'
import { findAnswer, type Idempotency, repeatAnswer, storeOnce } from '#server/access/once/answer-once.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { ApiError, notFound } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { answerUnavailable, keepFile } from '../files/files.ts'
import { healFile } from '../files/heal-files.ts'
import { requireRoomFor, requireRoomOf } from '../files/quota.ts'
import { photoFiles } from '../files/tables.ts'
import { noSuchFlight, requireFlight } from '../read/one-flight.ts'
import { type Change, type ChangeRequest, toChange } from '../record/change.ts'
import { announceChange } from '../record/update.ts'
import { type MadePhoto, makePhoto } from './make-photo.ts'
import { cleanCaption, readPhotoList } from '../record/photo-list.ts'
import { changePhotos, deletePhoto, findSamePhoto, insertPhoto, type NewPhoto } from './store.ts'

export interface SentPhoto extends Pick<ChangeRequest, 'origin'> {
  bytes: Uint8Array
  caption: string | null
  /** Aborted when the result is not waited for any more. */
  signal?: AbortSignal
  /** Runs in the transaction that stores the photo; when it throws, nothing is stored. */
  alongside?: (sql: Sql, outcome: AddedPhoto) => Promise<void>
}

export async function addPhoto(
  services: Services,
  ownerId: string,
  flightId: string,
  sent: SentPhoto,
  idempotency?: Idempotency,
): Promise<AddedPhoto> {
  // Before anything is made of it.
  const { timeZone } = readZone(await requireFlight(services, ownerId, flightId))
  const request = JSON.stringify([flightId, hash('sha256', sent.bytes), sent.caption])
  const claim = idempotency && {
    ...idempotency,
    ownerId,
    requestHash: hash('sha256', request),
    describe: ({ id, isNew }: AddedPhoto) => ({ status: isNew ? 201 : 200, flightId, photoId: id }),
  }
  const answered = await findAnswer(services, claim)
  if (claim && answered?.isStanding) return repeatAnswer(claim, answered)
  const photo = { ...(await placePhoto(services, ownerId, flightId, sent)), timeZone }
  return storeOnce(services, claim, answered, async (sql) => {
    const change = toChange(services, sql, ownerId, { origin: sent.origin })
    const outcome = await storePhoto(services, change, flightId, photo, sent.caption)
    await sent.alongside?.(sql, outcome)
    return outcome
  })
}

const readZone = ({ metadata }: { metadata: string }) => JSON.parse(metadata) as { timeZone?: string }

/** Makes it, and puts its file where it belongs; one that the flight has needs no room, and is healed when it is damaged. */
async function placePhoto(
  services: Services,
  ownerId: string,
  flightId: string,
  { bytes, signal }: SentPhoto,
): Promise<Omit<NewPhoto, 'timeZone'>> {
  // Bytes that the flight has are ours, and are kept; any other file may hide something in its pixels' chunk.
  const isKept =
    (await findSamePhoto(services.db.sql, ownerId, flightId, hash('sha256', bytes))) !== undefined
  const made = await makePhoto(ownerId, { bytes, isKept, signal })
  const known = await findSamePhoto(services.db.sql, ownerId, flightId, made.hash)
  if (known?.isDamaged) await restorePhoto(services, known.id, made)
  if (known) return { ...made, id: known.id, isOutside: false }
  await requireRoomFor(services, ownerId, made.byteLength)
  return { ...made, ...(await keepFile(services, made.hash, made.compressed)), id: createPhotoId() }
}

/** Random: others see it, and the time of an upload is private. */
const createPhotoId = () => randomBytes(12).toString('hex')

async function restorePhoto(services: Services, id: string, { compressed }: MadePhoto): Promise<void> {
  await healFile(services, photoFiles, id, compressed).catch((error: unknown) => {
    throw answerUnavailable(error)
  })
}

async function storePhoto(
  services: Services,
  change: Change,
  flightId: string,
  photo: NewPhoto,
  caption: string | null,
): Promise<AddedPhoto> {
  const { sql, ownerId } = change
  const { id, width, height } = photo
  let added: AddedPhoto = { id, width, height, caption, isNew: true }
  const changed = await changePhotos(change, flightId, async (photos) => {
    const same = await findSamePhoto(sql, ownerId, flightId, photo.hash)
    const known = photos.find((each) => each.id === same?.id)
    if (known) {
      added = { ...known, isNew: false }
      return photos
    }
    if (photos.length >= MAX_PHOTOS) throw tooManyPhotos()
    await insertPhoto(sql, flightId, photo)
    return [...photos, { id, width, height, caption }]
  })
  if (!changed) throw noSuchFlight()
  if (!added.isNew) return added
  await requireRoomOf(sql, services, ownerId, photo.byteLength)
  await announceChange(change, changed)
  return added
}

/** Its caption, or its place among the others. */
export async function updatePhoto(
  change: Change,
  flightId: string,
  photoId: string,
  { caption: wanted, position }: PhotoChange,
): Promise<Photo> {
  const photos = await editPhotos(change, flightId, (photos) => {
    const { others, photo } = takeOut(photos, photoId)
    const caption = wanted === undefined ? photo.caption : cleanCaption(wanted)
    const place = position === undefined ? photos.indexOf(photo) : position - 1
    return others.toSpliced(place, 0, { ...photo, caption })
  })
  return takeOut(photos, photoId).photo
}

export async function removePhoto(change: Change, flightId: string, photoId: string): Promise<void> {
  await editPhotos(change, flightId, async (photos) => {
    const { others } = takeOut(photos, photoId)
    await deletePhoto(change.sql, flightId, photoId)
    return others
  })
}

async function editPhotos(
  change: Change,
  flightId: string,
  edit: (photos: readonly Photo[]) => Promise<readonly Photo[]> | readonly Photo[],
): Promise<Photo[]> {
  const changed = await changePhotos(change, flightId, async (photos) => edit(photos))
  if (!changed) throw noSuchFlight()
  await announceChange(change, changed)
  return readPhotoList(changed.photo_list)
}

function takeOut(photos: readonly Photo[], photoId: string): { photo: Photo; others: Photo[] } {
  const photo = photos.find(({ id }) => id === photoId)
  if (!photo) throw noSuchPhoto()
  return { photo, others: photos.filter((each) => each !== photo) }
}

/** Another flight's, another pilot's, or none: there is no difference to be seen. */
export const noSuchPhoto = () => notFound('There is no such photo.')
const tooManyPhotos = () =>
  new ApiError(
    409,
    'conflict',
    `This flight has ${MAX_PHOTOS} photos, the most that a flight can have. Delete one first.`,
  )
