// One upload: scored in a thread, then stored, counted and announced in one transaction.
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { toChallenge } from '#server/access/bearer.ts'
import {
  type Claim,
  findAnswer,
  type Idempotency,
  repeatAnswer,
  storeOnce,
} from '#server/access/once/answer-once.ts'
import type { FirstAnswer } from '#server/access/once/store.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import type { Diagnosis } from '#igc/diagnosis.ts'
import type { AnalysedFlight } from '../record/findings.ts'
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
import { findDuplicate, insertFlight, type KnownFlight } from '../record/store.ts'
import { requestSignatureCheck } from '../signatures/check.ts'
import { requireNamedTakeoff, requireTakeoff } from '../takeoffs/takeoffs.ts'
import { type Change, toChange } from '../record/change.ts'
import { countNewFlight } from '../record/change-numbers.ts'
import { announceUpload, settleDays } from '../record/update.ts'

const compress = promisify<Uint8Array, typeof igcCompression, Buffer>(zstdCompress)

export type { UploadOutcome } from './read-request.ts'

/**
 * In seven steps, of which a file that the pilot has takes two: answered before? known? score it; is there room? keep the
 * file; store the flight with its event in one transaction; note how long it took.
 */
export async function uploadFlight(
  services: FlightServices,
  ownerId: string,
  upload: Upload,
  idempotency?: Idempotency,
): Promise<UploadOutcome> {
  const { sql } = services.db
  const fileHash = hash('sha256', upload.bytes)
  const byteLength = upload.bytes.length
  const claim = idempotency && toClaim(idempotency, ownerId, hashRequest(fileHash, upload))

  const answered = await findAnswer(services, claim)
  if (claim && answered?.isStanding) return withWarnings(repeatAnswer(claim, answered))

  const known = await findDuplicate(sql, ownerId, { hash: fileHash })
  if (known?.isDamaged) await restoreFile(services, known, upload)
  if (known) return answerKnown(services, upload, known, claim, answered)

  const { flight, waiting } = await scoreFile(services, ownerId, upload)

  const file = { hash: fileHash, fingerprint: flight.fingerprint }
  await requireRoomFor(services, ownerId, byteLength, () => findDuplicate(sql, ownerId, file))

  const began = performance.now()
  const kept = await keepFile(services, fileHash, flight.compressed)

  const scored = { upload, flight: { ...flight, ...kept }, hash: fileHash, byteLength }
  const outcome = await storeOnce(services, claim, answered, (sql) =>
    storeFlight(services, toChange(services, sql, ownerId, { origin: upload.origin }), scored),
  ).catch(findStoredBefore)
  if ('isDamaged' in outcome) return answerKnown(services, upload, outcome, claim, answered)

  noteTimes(services, upload, { waiting, ...flight.times, committing: performance.now() - began })
  return outcome
}

function toClaim(idempotency: Idempotency, ownerId: string, requestHash: string): Claim<UploadOutcome> {
  const describe = ({ id, isNew }: UploadOutcome) => ({ status: isNew ? 201 : 200, flightId: id })
  return { ...idempotency, ownerId, requestHash, describe }
}

/** The first answer to a key may have been given by the release before, without warnings. */
const withWarnings = (answer: UploadOutcome) => ({ ...answer, warnings: answer.warnings ?? [] })

/** Nothing to score, and mostly nothing to write. */
async function answerKnown(
  services: FlightServices,
  upload: Upload,
  known: KnownFlight,
  claim: Claim<UploadOutcome> | undefined,
  answered: FirstAnswer | undefined,
): Promise<UploadOutcome> {
  const outcome = { ...answerWith(known), isNew: false }
  if (!claim && !upload.alongside) return outcome
  return storeOnce(services, claim, answered, async (sql) => {
    await upload.alongside?.(sql, outcome)
    return outcome
  })
}

async function scoreFile(
  services: FlightServices,
  ownerId: string,
  { bytes, onQueued, options, signal, splitsAt }: Upload,
): Promise<{ flight: AnalysedFlight; waiting: number }> {
  const asked = performance.now()
  const { flightDate } = options
  const analysis = await services.scorer.analyse(ownerId, bytes, { onQueued, flightDate, signal })
  if (!analysis.isFlight) throw invalidIgc(analysis.diagnoses, splitsAt)
  const { flight } = analysis
  const waiting = Math.max(0, performance.now() - asked - sum(Object.values(flight.times)))
  return { flight, waiting }
}

/** Another upload of the same flight was faster, or its fixes came in another file. What this one has counted is undone. */
class StoredBeforeError extends Error {
  readonly known: KnownFlight
  constructor(known: KnownFlight) {
    super('the pilot has this flight')
    this.known = known
  }
}

function findStoredBefore(error: unknown): KnownFlight {
  if (error instanceof StoredBeforeError) return error.known
  throw error
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
  const { glider: named = flight.summary.glider, ownGlider: own } = upload.options
  const gliderId = await chooseGlider(sql, ownerId, { own, named })
  const counted = await countNewFlight(sql, ownerId, byteLength)
  if (!counted) throw accountDeleted(services.config)
  const chosen = { takeoff_id: await chooseTakeoff(change, upload, flight), glider_id: gliderId }
  const record = toNewFlight(nowMs, { ...upload, hash }, flight, chosen)
  const { visibility } = upload.options
  const stored = { ...flight, byteLength, analysis: flight.analysis?.compressed ?? null }
  if (!(await insertFlight(change, counted, { ...record, visibility }, stored)))
    throw new StoredBeforeError((await findDuplicate(sql, ownerId, record))!)
  await requireRoomOf(sql, services, ownerId, byteLength, counted.storedBytes)
  await requestSignatureCheck(services, change, { ...flight, id: record.id, byteLength })
  await announceUpload(change, record)
  await settleDays(change, { days: [record.flight_date], about: [record.id], added: record.id })
  const outcome = { ...answerWith(record), isNew: true }
  await upload.alongside?.(sql, outcome)
  return outcome
}

async function chooseTakeoff(
  change: Change,
  { options: { ownTakeoff } }: Upload,
  { summary: { takeoff }, place: { town, country } }: AnalysedFlight,
): Promise<string> {
  const launch = { latitude: takeoff.lat, longitude: takeoff.lng, town, country }
  return (await requireNamedTakeoff(change, launch, ownTakeoff)) ?? (await requireTakeoff(change, launch)).id
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

function noteTimes({ metrics }: Services, { onTimes }: Upload, times: Record<string, number>): void {
  const seconds = metrics.counter('upload_seconds_total', 'Time spent on uploads, by part', ['part'])
  for (const [part, ms] of Object.entries(times)) seconds.inc({ part }, ms / 1000)
  onTimes?.(times)
}
