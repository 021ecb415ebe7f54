// Imports received archives: any node, a few files at a time, imports of several pilots in turns. A flight, or a photo, and
// the result of its file are one transaction, so after a crash every file is there exactly once, with its right result.
//   claimed (lease, renewed while the worker lives) -> files -> released: done, or due again
//   the worker dies -> the lease runs out -> another claims it and goes on with the files that still wait
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { paceFile, returnFile } from '#server/access/admission/files.ts'
import { startDeadline } from '#server/platform/concurrency/deadline.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { ApiError, invalidRequest, temporarilyUnavailable } from '#server/platform/errors.ts'
import { createHeartbeat } from '#server/platform/database/leases.ts'
import { MINUTE_MS, SECOND_MS } from '#server/platform/time.ts'
import { isPaused } from '#server/platform/background/store.ts'
import { type Pace, unpaced } from '#server/platform/background/watch.ts'
import { cleanFileName } from '../record/text/file-name.ts'
import { addPhoto } from '../photos/photos.ts'
import type { FlightServices } from '../record/services.ts'
import { uploadFlight } from '../upload/upload.ts'
import {
  type ClaimedImport,
  claimImport,
  countAttempt,
  type EntryOptions,
  findEntry,
  findImport,
  hasDueImport,
  importQueue,
  listWaiting,
  releaseImport,
  finishEntry,
  type WaitingEntry,
} from './store.ts'

const LEASE_MS = 10 * SECOND_MS
/** Then the imports of others have their turn. */
const TURN_MS = 5 * SECOND_MS
const FILES_AT_ONCE = 4
const MAX_ATTEMPTS = 3
const BACK_OFF_MS = 2 * SECOND_MS
const POLL_MS = 100

class FinishedBeforeError extends Error {}

/** True when there may be more to do. */
export async function continueImports(
  services: FlightServices,
  signal: AbortSignal,
  pace: Pace = unpaced,
): Promise<boolean> {
  if (!(await hasDueImport(services.db.sql, services.now()))) return false
  return (await takeTurn({ ...services, pace }, signal)) !== undefined
}

/** For a request that waits for the result of a small import; when it takes too long, the job goes on with it. */
export async function finishImport(
  services: FlightServices,
  ownerId: string,
  importId: string,
  maxMs = MINUTE_MS / 3,
): Promise<void> {
  const { signal, end } = startDeadline(maxMs)
  const paced = { ...services, pace: unpaced }
  try {
    while (!signal.aborted) {
      if ((await findImport(services.db.sql, ownerId, importId))?.state !== 'running') return
      if (await isPaused(services.db.sql, 'imports')) return
      const delayMs = await takeTurn(paced, signal, importId)
      // The pilot's budget is used up.
      if (delayMs !== undefined && delayMs > BACK_OFF_MS) return
      // Another worker has it, or it has to wait.
      if (delayMs === undefined) await sleep(POLL_MS)
    }
  } finally {
    end()
  }
}

interface ImportServices extends FlightServices {
  pace: Pace
}

/** Gives after how long it goes on; undefined when there is nothing to do. */
async function takeTurn(
  services: ImportServices,
  signal: AbortSignal,
  importId?: string,
): Promise<number | undefined> {
  const { db, now } = services
  const claimed = await claimImport(db.sql, now(), LEASE_MS, importId)
  if (!claimed) return undefined
  const heartbeat = createHeartbeat(services, importQueue, LEASE_MS)
  heartbeat.begin(claimed)
  try {
    const delayMs = await importFiles(services, claimed, signal)
    await releaseImport(db.sql, now(), claimed, now() + delayMs)
    return delayMs
  } finally {
    heartbeat.end(claimed)
  }
}

/** Gives after how long to go on: 0, unless a file has to wait. */
async function importFiles(
  services: ImportServices,
  claimed: ClaimedImport,
  signal: AbortSignal,
): Promise<number> {
  const endsAt = performance.now() + TURN_MS
  while (!signal.aborted && performance.now() < endsAt) {
    const files = await listWaiting(services.db.sql, claimed.id, FILES_AT_ONCE)
    if (files.length === 0) return 0
    const delayMs = await importSome(services, claimed, files)
    if (delayMs > 0) return delayMs
  }
  return 0
}

/** Flights first, of two recordings the one that counted: a photo needs its own. */
async function importSome(
  services: ImportServices,
  claimed: ClaimedImport,
  files: readonly WaitingEntry[],
): Promise<number> {
  const entries = files.map((file) => ({ ...file, given: JSON.parse(file.options) as EntryOptions }))
  const isPhoto = ({ given }: (typeof entries)[number]) => given.photoOf !== undefined
  const flights = entries.filter((entry) => !isPhoto(entry))
  const work = (entry: (typeof entries)[number]) => importFile(services, claimed, entry)
  const delays = await Promise.all(flights.filter(({ given }) => !given.isSecond).map(work))
  delays.push(...(await Promise.all(flights.filter(({ given }) => given.isSecond).map(work))))
  // One at a time: they are converted so.
  for (const photo of entries.filter(isPhoto)) delays.push(await work(photo))
  return Math.max(...delays)
}

const decompress = promisify(zstdDecompress)

interface ReadEntry extends WaitingEntry {
  given: EntryOptions
}

/** Gives after how long to try it again; 0 when it is done. */
async function importFile(
  services: ImportServices,
  claimed: ClaimedImport,
  entry: ReadEntry,
): Promise<number> {
  const { number, attempts } = entry
  const { sql } = services.db
  const allowedAt = await paceFile(services, claimed.ownerId)
  if (allowedAt !== undefined) return Math.max(1, allowedAt - services.now())
  const finish: Finish = async (sql, result) => {
    // Thrown, to undo the storing: another worker has stored it.
    if (!(await finishEntry(sql, claimed.id, number, result))) throw new FinishedBeforeError()
  }
  try {
    const isPhoto = entry.given.photoOf !== undefined
    await (isPhoto ? importPhoto : importFlight)(services, claimed, entry, finish)
    services.pace.count(1)
    return 0
  } catch (error) {
    if (error instanceof FinishedBeforeError) return 0
    if (error instanceof ApiError && error.status < 500) {
      await finishEntry(sql, claimed.id, number, {
        status: 'refused',
        reason: error.message,
        code: error.code,
      })
      return 0
    }
    services.pace.noteError(error as Error)
    const isBusy = error instanceof ApiError && error.status === 503
    services.log.warn(
      { err: error, importId: claimed.id, number },
      'a file of an import could not be processed',
    )
    if (!isBusy && attempts + 1 >= MAX_ATTEMPTS) {
      await finishEntry(sql, claimed.id, number, { status: 'failed', reason: GAVE_UP })
      return 0
    }
    if (!isBusy) await countAttempt(sql, claimed.id, number)
    returnFile(services, claimed.ownerId)
    return BACK_OFF_MS
  }
}

type Finish = (sql: Sql, result: Parameters<typeof finishEntry>[3]) => Promise<void>

async function importFlight(
  services: FlightServices,
  { ownerId, applicationId }: ClaimedImport,
  {
    name,
    given: { fileName = cleanFileName(name), isSecond: _isSecond, partOf: _partOf, ...options },
    compressed,
  }: ReadEntry,
  finish: Finish,
): Promise<void> {
  await uploadFlight(services, ownerId, {
    bytes: new Uint8Array(await decompress(compressed)),
    fileName,
    options,
    applicationId: applicationId ?? undefined,
    alongside: (sql, { id, hash, isNew, warnings, recording }) => {
      const noticed = { warnings, ...(recording !== undefined && { recording }) }
      return finish(sql, { status: isNew ? 'new' : 'duplicate', flightId: id, hash, noticed })
    },
  })
}

/** After its flight, which comes before it in the archive as it is read. */
async function importPhoto(
  services: FlightServices,
  { id, ownerId }: ClaimedImport,
  { given: { photoOf = '', caption = null }, compressed }: ReadEntry,
  finish: Finish,
): Promise<void> {
  const flight = await findEntry(services.db.sql, id, photoOf)
  if (flight?.status === 'waiting') throw flightWaits()
  // With its flight it can be tried again.
  if (flight?.status === 'failed') return finish(services.db.sql, { status: 'failed', reason: FLIGHT_FAILED })
  if (!flight?.flightId) throw invalidRequest('The flight of this photo was not imported.')
  const { flightId } = flight
  await addPhoto(services, ownerId, flightId, {
    bytes: await decompress(compressed),
    caption,
    alongside: (sql, { isNew }) => finish(sql, { status: isNew ? 'new' : 'duplicate', flightId }),
  })
}

const flightWaits = () =>
  temporarilyUnavailable('The flight of this photo waits itself.', BACK_OFF_MS / SECOND_MS)

const FLIGHT_FAILED = 'The flight of this photo could not be processed because of an error of the service.'
const GAVE_UP =
  'This file could not be processed because of an error of the service: upload it again by itself.'
