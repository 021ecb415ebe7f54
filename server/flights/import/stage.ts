// Takes an archive in: every flight is stored in the database before the archive is acknowledged, so any node can
// import it later, and a crash loses nothing.
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { launchTypes } from '#contract/launch-types.ts'
import { visibilities } from '#contract/sharing/visibility-names.ts'
import { createFairSemaphore } from '#server/platform/concurrency/fair-semaphore.ts'
import { temporarilyUnavailable } from '#server/platform/errors.ts'
import { createId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { isDay } from '#server/platform/time.ts'
import { cleanFileName, cleanText } from '../record/text/file-name.ts'
import type { UploadOptions } from '../record/metadata.ts'
import { MAX_TAKEOFF_NAME_LENGTH } from '#contract/logbook/lengths.ts'
import type { GliderRegistration } from '#contract/logbook/gliders.ts'
import { keepGliders, readGlider, readGliders } from '../gliders/import.ts'
import { readRemarks } from '../record/text/remarks.ts'
import { readCaption } from '../record/photo-list.ts'
import { igcCompression } from '../scorer/compression.ts'
import {
  acknowledgeImport,
  countUnfinished,
  deleteImport,
  type EntryOptions,
  insertEntries,
  insertImport,
  type NewEntry,
} from './store.ts'
import { identify, readEntries, type Source } from './entries.ts'
import { type ZipEntry, zipLimits } from './zip.ts'

const compress = promisify<Uint8Array, typeof igcCompression, Buffer>(zstdCompress)
/** Archives are read a batch at a time, and pilots take turns. */
const turns = createFairSemaphore({ permits: 4, permitsPerUser: 1 })
const MAX_UNFINISHED = 5
const RETRY_AFTER_SECONDS = 30
// Files are stored together as long as they are small: a commit waits for the disk.
const MAX_BATCH_BYTES = 1024 * 1024
const MAX_BATCH_FILES = 50

export interface Archive {
  source: Source
  fileName: string | undefined
  /** For every flight in it. */
  options: UploadOptions
  isForDashboard?: boolean
  /** Restores the visibility that an export says of its flights: not for an instrument, which may only upload. */
  restoresSharing?: boolean
  /** The application that imports on its own account. */
  applicationId?: string | undefined
}

export interface StagedImport {
  id: string
  flights: number
}

export async function stageImport(
  services: Services,
  ownerId: string,
  archive: Archive,
): Promise<StagedImport> {
  const { db, now } = services
  if ((await countUnfinished(db.sql, ownerId)) >= MAX_UNFINISHED) throw tooManyImports()
  const limits = zipLimits(services.config)
  const sent = await identify(archive.source, archive.fileName, limits)
  const entries = readEntries(sent, limits)
  // An archive that cannot be read fails here, before anything is stored.
  const first = await entries.next()
  const id = createId(now())
  const { fileName } = sent
  const { applicationId, isForDashboard = false } = archive
  await insertImport(db.sql, now(), { id, ownerId, applicationId, fileName, isForDashboard })
  try {
    const flights = await storeEntries(services, ownerId, id, archive, first, entries)
    await acknowledgeImport(db.sql, now(), id)
    return { id, flights }
  } catch (error) {
    await deleteImport(db.sql, id)
    throw error
  }
}

async function storeEntries(
  services: Services,
  ownerId: string,
  importId: string,
  archive: Archive,
  first: IteratorResult<ZipEntry>,
  entries: AsyncGenerator<ZipEntry>,
): Promise<number> {
  const { db } = services
  const shelf = createShelf(services, ownerId)
  let flights = 0
  let number = 0
  let batch: NewEntry[] = []
  let batchBytes = 0
  let endTurn = await turns.acquire(ownerId)
  const flush = async () => {
    const full = batch
    batch = []
    batchBytes = 0
    if (full.length > 0) await db.transaction((sql) => insertEntries(sql, importId, full))
  }
  try {
    for (let next = first; !next.done; next = await entries.next()) {
      const entry = await toEntry(number++, next.value, archive, shelf)
      if (entry.status === 'waiting' && entry.options.photoOf === undefined) flights++
      batch.push(entry)
      batchBytes += entry.compressed?.length ?? 0
      if (batchBytes <= MAX_BATCH_BYTES && batch.length < MAX_BATCH_FILES) continue
      await flush()
      endTurn()
      endTurn = await turns.acquire(ownerId)
    }
    await flush()
    return flights
  } finally {
    endTurn()
  }
}

/** Adds gliders to the pilot's list, each name once; gives how many. */
type Shelf = (gliders: readonly GliderRegistration[]) => Promise<number>

function createShelf(services: Services, ownerId: string): Shelf {
  const kept = new Set<string>()
  return async (gliders) => {
    const fresh = gliders.filter(({ name }) => !kept.has(name))
    for (const { name } of fresh) kept.add(name)
    return keepGliders(services, ownerId, fresh)
  }
}

async function toEntry(
  number: number,
  entry: ZipEntry,
  { options, restoresSharing }: Archive,
  shelf: Shelf,
): Promise<NewEntry> {
  const { name } = entry
  if ('reason' in entry) {
    const { kind: status, gliders } = entry
    const reason = gliders === undefined ? entry.reason : describeAdded(await shelf(readGliders(gliders)))
    return { number, name, status, reason, options: {}, compressed: null }
  }
  const waiting = { number, name, status: 'waiting', reason: null } as const
  const compressed = await compress(entry.bytes, igcCompression)
  if (entry.kind === 'photo') return { ...waiting, options: describePhoto(entry), compressed }
  const {
    options: { visibility, ...described },
    ownGlider,
  } = readDescription(entry.description)
  if (ownGlider) await shelf([ownGlider])
  const fileName = described.fileName ?? cleanFileName(name)
  const shared = restoresSharing && visibility ? { visibility } : {}
  const given = {
    ...described,
    ...shared,
    ...options,
    ...(fileName !== undefined && { fileName }),
    ...(entry.partOf !== undefined && { partOf: entry.partOf }),
  }
  return { ...waiting, options: { ownGlider: ownGlider?.name ?? null, ...given }, compressed }
}

const describeAdded = (added: number) =>
  `This is a list of gliders: ${added === 1 ? '1 was' : `${added} were`} added to yours.`

function describePhoto({ of, description }: ZipEntry & { kind: 'photo' }): EntryOptions {
  const { flightInfo } = parseObject(description) as { flightInfo?: { metadata?: { photos?: unknown } } }
  const photos: unknown = flightInfo?.metadata?.photos
  const described: unknown = Array.isArray(photos) ? photos[of.number - 1] : undefined
  const { caption } = (described ?? {}) as { caption?: unknown }
  return { photoOf: of.flightName, caption: readCaption(caption) }
}

/** From an export of this service, or of another installation: what its pilot has said about the flight. */
function readDescription(text: string | undefined): {
  options: EntryOptions
  ownGlider: GliderRegistration | undefined
} {
  const options: EntryOptions = {}
  const { original_file_name, launch_type, is_tandem, flight_date, flightInfo } = parseObject(text)
  const fileName = typeof original_file_name === 'string' ? cleanFileName(original_file_name) : undefined
  if (fileName !== undefined) options.fileName = fileName
  const launchType = launchTypes.find((known) => known === launch_type)
  if (launchType) options.launchType = launchType
  if (typeof is_tandem === 'boolean') options.isTandem = is_tandem
  if (typeof flight_date === 'string' && isDay(flight_date)) options.flightDate = flight_date
  const { metadata, notCounted } = (flightInfo ?? {}) as {
    metadata?: Record<string, unknown> | null
    notCounted?: { reason?: unknown }
  }
  const glider = metadata?.glider
  if (typeof glider === 'string' && cleanText(glider) !== '') options.glider = cleanText(glider).slice(0, 100)
  // It gave way to another flight, or would have, had its pilot not said otherwise.
  const isOther = [metadata?.sameFlightAs, metadata?.copyOf].some((id) => typeof id === 'string')
  if (isOther || notCounted?.reason === 'overlap') options.isSecond = true
  const isAlone = !options.isSecond && metadata?.overlaps === undefined
  const isWhole = (metadata?.recording ?? 'complete') === 'complete' && isAlone
  if (typeof metadata?.isCounted === 'boolean' && metadata.isCounted !== isWhole)
    options.isCounted = metadata.isCounted
  const visibility = visibilities.find((known) => known === metadata?.visibility)
  if (visibility) options.visibility = visibility
  return {
    options: { ...options, ...readRemarks(metadata ?? {}), ...readOwnTakeoff(metadata?.ownTakeoff) },
    ownGlider: readGlider(metadata?.ownGlider),
  }
}

function readOwnTakeoff(value: unknown): Pick<UploadOptions, 'ownTakeoff'> {
  const { name, isForNearby } = (value ?? {}) as { name?: unknown; isForNearby?: unknown }
  const clean =
    typeof name === 'string' ? cleanText(name).slice(0, MAX_TAKEOFF_NAME_LENGTH).toWellFormed() : ''
  return clean === '' ? {} : { ownTakeoff: { name: clean, isForNearby: isForNearby === true } }
}

function parseObject(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const tooManyImports = () =>
  temporarilyUnavailable(
    `${MAX_UNFINISHED} of your imports are still in progress; wait until one has ended.`,
    RETRY_AFTER_SECONDS,
  )
