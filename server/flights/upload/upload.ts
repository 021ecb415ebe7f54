// One upload: scored in a thread, then stored, counted and announced in one transaction.
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { toChallenge } from '#server/access/bearer.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import type { Diagnosis } from '#igc/diagnosis.ts'
import type { AnalysedFlight } from '../record/findings.ts'
import { answerOnce, type Finish, type Idempotency } from './answer-once.ts'
import { readNoticed } from '../record/metadata.ts'
import { toNewFlight } from '../record/new-flight.ts'
import type { Upload, UploadOutcome } from './read-request.ts'
import { answerUnavailable, keepFile, type KeptFile } from '../files/files.ts'
import { chooseGlider } from '../gliders/choose.ts'
import { healFile } from '../files/heal-files.ts'
import { requireRoomFor, requireRoomOf } from '../files/quota.ts'
import { flightFiles } from '../files/tables.ts'
import { igcCompression } from '../scorer/compression.ts'
import type { FlightServices } from '../record/services.ts'
import { findDuplicate, holdOwner, insertFlight, type KnownFlight } from '../record/store.ts'
import { requestSignatureCheck } from '../signatures/check.ts'
import { requireNamedTakeoff, requireTakeoff } from '../takeoffs/takeoffs.ts'
import { type Change, toChange } from '../record/change.ts'
import { firstNumber } from '../record/change-numbers.ts'
import { eraseUnused } from '../record/derived/pilots.ts'
import { announceUpload, settleDays } from '../record/update.ts'

const compress = promisify<Uint8Array, typeof igcCompression, Buffer>(zstdCompress)

export type { UploadOutcome } from './read-request.ts'

export async function uploadFlight(
  services: FlightServices,
  ownerId: string,
  upload: Upload,
  idempotency?: Idempotency,
): Promise<UploadOutcome> {
  const fileHash = hash('sha256', upload.bytes)
  const claim = idempotency && {
    ...idempotency,
    ownerId,
    requestHash: hashRequest(fileHash, upload),
    describe: ({ id, isNew }: UploadOutcome) => ({ status: isNew ? 201 : 200, flightId: id }),
  }
  const answer = await answerOnce(services, claim, async (finish) => {
    const finishAll: Finish<UploadOutcome> = (store) =>
      finish(async (sql) => {
        const outcome = await store(sql)
        await upload.alongside?.(sql, outcome)
        return outcome
      })
    const known = await findDuplicate(services.db.sql, ownerId, { hash: fileHash })
    if (!known) return scoreAndStore(services, ownerId, upload, fileHash, finishAll)
    if (known.isDamaged) await restoreFile(services, known, upload)
    // A known file: nothing to score, and mostly nothing to write.
    const outcome = duplicateOf(known)
    return claim || upload.alongside ? finishAll(async () => outcome) : outcome
  })
  // The first answer to a key may have been given by the release before, without warnings.
  return { ...answer, warnings: answer.warnings ?? [] }
}

async function scoreAndStore(
  services: FlightServices,
  ownerId: string,
  upload: Upload,
  fileHash: string,
  finish: Finish<UploadOutcome>,
): Promise<UploadOutcome> {
  const byteLength = upload.bytes.length
  const asked = performance.now()
  const analysis = await services.scorer.analyse(ownerId, upload.bytes, {
    onQueued: upload.onQueued,
    flightDate: upload.options.flightDate,
    signal: upload.signal,
  })
  if (!analysis.isFlight) throw invalidIgc(analysis.diagnoses, upload.splitsAt)
  const { flight } = analysis
  const began = performance.now()
  const { fingerprint } = flight
  await requireRoomFor(services, ownerId, byteLength, () =>
    findDuplicate(services.db.sql, ownerId, { hash: fileHash, fingerprint }),
  )
  const file = await keepFile(services, fileHash, flight.compressed)
  const outcome = await finish((sql) =>
    storeFlight(services, toChange(services, sql, ownerId, { origin: upload.origin }), {
      upload,
      flight: { ...flight, ...file },
      hash: fileHash,
      byteLength,
    }),
  )
  const times = {
    waiting: Math.max(0, began - asked - sum(Object.values(flight.times))),
    ...flight.times,
    committing: performance.now() - began,
  }
  countTimes(services, times)
  upload.onTimes?.(times)
  return outcome
}

/** The pilot has what the store has not. */
async function restoreFile(services: Services, { id }: KnownFlight, { bytes }: Upload): Promise<void> {
  await healFile(services, flightFiles, id, await compress(bytes, igcCompression)).catch((error: unknown) => {
    throw answerUnavailable(error)
  })
}

interface ScoredUpload {
  upload: Upload
  flight: AnalysedFlight & KeptFile
  hash: string
  byteLength: number
}

async function storeFlight(
  services: FlightServices,
  change: Change,
  { upload, flight, hash, byteLength }: ScoredUpload,
): Promise<UploadOutcome> {
  const { sql, nowMs, ownerId } = change
  if (!(await holdOwner(sql, ownerId))) throw accountDeleted(services.config)
  const file = { hash, fingerprint: flight.fingerprint }
  const before = await findDuplicate(sql, ownerId, file)
  if (before) return duplicateOf(before)
  const { takeoff } = flight.summary
  const launch = {
    latitude: takeoff.lat,
    longitude: takeoff.lng,
    town: flight.place.town,
    country: flight.place.country,
  }
  const { glider: named = flight.summary.glider, ownGlider: own } = upload.options
  const gliderId = await chooseGlider(sql, ownerId, { own, named })
  const number = await firstNumber(sql, ownerId)
  const takeoffId =
    (await requireNamedTakeoff(change, launch, upload.options.ownTakeoff)) ??
    (await requireTakeoff(change, launch)).id
  const chosen = { takeoff_id: takeoffId, glider_id: gliderId }
  const record = toNewFlight(nowMs, { ...upload, hash }, flight, chosen)
  const { visibility } = upload.options
  const stored = { ...flight, byteLength, analysis: flight.analysis?.compressed ?? null }
  if (!(await insertFlight(change, number, { ...record, visibility }, stored))) {
    // Another upload of the same flight was faster: this one has waited for its commit.
    await eraseUnused(sql, takeoffId)
    return duplicateOf((await findDuplicate(sql, ownerId, file))!)
  }
  await requireRoomOf(sql, services, ownerId, byteLength)
  await requestSignatureCheck(services, change, { ...flight, id: record.id, byteLength })
  await announceUpload(change, record, upload.applicationId)
  await settleDays(change, { days: [record.flight_date], about: [record.id], added: record.id })
  return { ...answerWith(record), isNew: true }
}

function duplicateOf(known: KnownFlight): UploadOutcome {
  return { ...answerWith(known), isNew: false }
}

function answerWith(flight: Omit<KnownFlight, 'isDamaged'>) {
  const { id, hash, file_name: fileName, distance_km: distance, score, score_type: type, metadata } = flight
  return { id, hash, fileName, scoring: { distance, score, type }, ...readNoticed(metadata) }
}

function hashRequest(fileHash: string, { fileName, options }: Upload): string {
  return hash('sha256', JSON.stringify([fileHash, fileName ?? null, options]))
}

/** Happens while a file is scored; the credential went with the account. */
function accountDeleted(config: Services['config']): ApiError {
  const description = 'The account was deleted while the file was being read.'
  return new ApiError(401, 'invalid_token', description, {
    headers: {
      'www-authenticate': `${toChallenge(config)}, error="invalid_token", error_description="${description}"`,
    },
  })
}

/** For callers of the API. */
export const IMPORT_OPERATION = 'POST /api/v1/flights/import'

/** The remedy is the reader's, but for several flights in one file: which door splits it the reader cannot know. */
export function adviseSplitting(diagnosis: Diagnosis, splitsAt: string | undefined): Diagnosis {
  if (diagnosis.code !== 'several-flights' || splitsAt === undefined) return diagnosis
  return { ...diagnosis, hint: `${diagnosis.hint} ${splitsAt} splits the file.` }
}

/** The fault and its line; the first error decides. */
export function invalidIgc(diagnoses: readonly Diagnosis[], splitsAt?: string): ApiError {
  const first = diagnoses.find((diagnosis) => diagnosis.severity === 'error')
  const error = first && adviseSplitting(first, splitsAt)
  const sentence = error ? `${error.message} ${error.hint}`.trim() : 'This is not an IGC file.'
  return new ApiError(400, 'invalid_igc', sentence, { cause: error })
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)

function countTimes({ metrics }: Services, times: Record<string, number>): void {
  const seconds = metrics.counter('upload_seconds_total', 'Time spent on uploads, by part', ['part'])
  for (const [part, ms] of Object.entries(times)) seconds.inc({ part }, ms / 1000)
}
