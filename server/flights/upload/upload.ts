// One upload: scored in a thread, then stored, counted and announced in one transaction.
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { toChallenge } from '#server/access/bearer.ts'
import { recordEvent } from '#server/events/record.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { ApiError, invalidRequest } from '#server/platform/errors.ts'
import { createId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { keptSince } from '#server/platform/settings/retention.ts'
import type { Diagnosis } from '#igc/diagnosis.ts'
import type { AnalysedFlight } from '../scorer/analyse.ts'
import { seasonOf } from '../flight.ts'
import {
  findFirstAnswer,
  type FirstAnswer,
  type IdempotencyKey,
  keepFirstAnswer,
} from './idempotency-store.ts'
import { describeFlight, nameScorer, readHeights } from '../metadata.ts'
import type { Upload, UploadOutcome } from './read-request.ts'
import { answerUnavailable, keepFile, type KeptFile } from '../files/files.ts'
import { chooseGlider } from '../gliders/choose.ts'
import { healFile } from '../files/heal-files.ts'
import { requireRoomFor, requireRoomOf } from '../files/quota.ts'
import type { FlightServices } from '../scorer/scorer.ts'
import { findDuplicate, holdOwner, insertFlight, type KnownFlight, type NewFlight } from '../store.ts'
import { requestSignatureCheck } from '../signatures/check.ts'
import { requireNamedTakeoff, requireTakeoff } from '../takeoffs/takeoffs.ts'

const compress = promisify(zstdCompress)

export type { UploadOutcome } from './read-request.ts'

export interface Idempotency {
  caller: string
  key: string
}

export async function uploadFlight(
  services: FlightServices,
  ownerId: string,
  upload: Upload,
  idempotency?: Idempotency,
): Promise<UploadOutcome> {
  const fileHash = hash('sha256', upload.bytes)
  const key = idempotency && { ...idempotency, ownerId, requestHash: hashRequest(fileHash, upload) }
  const first = key && (await findFirstAnswer(services.db.sql, keptSince(services, 'answers'), key))
  if (key && first?.isStanding) return repeatAnswer(key, first)
  const claim = key && { key, first }
  const finish = (work: (sql: Sql) => Promise<UploadOutcome>) =>
    answerOnce(services, claim, async (sql) => {
      const outcome = await work(sql)
      await upload.alongside?.(sql, outcome)
      return outcome
    })

  const known = await findDuplicate(services.db.sql, ownerId, { hash: fileHash })
  if (known?.isDamaged) await restoreFile(services, known, upload)
  // A known file: nothing to score, and mostly nothing to write.
  if (known) return claim || upload.alongside ? finish(async () => duplicateOf(known)) : duplicateOf(known)

  const byteLength = upload.bytes.length
  const asked = performance.now()
  const analysis = await services.scorer.analyse(ownerId, upload.bytes, {
    onQueued: upload.onQueued,
    flightDate: upload.options.flightDate,
    signal: upload.signal,
  })
  if (!analysis.isFlight) throw invalidIgc(analysis.diagnoses)
  const { flight } = analysis
  const began = performance.now()
  const { fingerprint } = flight
  await requireRoomFor(services, ownerId, { hash: fileHash, fingerprint, byteLength })
  const file = await keepFile(services, fileHash, flight.compressed)
  const outcome = await finish((sql) =>
    storeFlight(services, sql, services.now(), ownerId, {
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
  await healFile(services, id, await compress(bytes)).catch((error: unknown) => {
    throw answerUnavailable(error)
  })
}

interface ScoredUpload {
  upload: Upload
  flight: AnalysedFlight & KeptFile
  hash: string
  byteLength: number
}

/** A key, and the answer to it whose flight is gone, when there is one. */
interface Claim {
  key: IdempotencyKey
  first: FirstAnswer | undefined
}

class AnsweredBeforeError extends Error {}

/** With a key, the work and its answer are one transaction: a second request with the key gets the first answer. */
async function answerOnce(
  services: FlightServices,
  claim: Claim | undefined,
  work: (sql: Sql) => Promise<UploadOutcome>,
): Promise<UploadOutcome> {
  if (!claim) return services.db.transaction(work)
  const { key } = claim
  for (let { first } = claim; ;) {
    try {
      return await services.db.transaction(async (sql) => {
        const outcome = await work(sql)
        const answer = {
          status: outcome.isNew ? 201 : 200,
          answer: JSON.stringify(outcome),
          flightId: outcome.id,
        }
        const moment = { nowMs: services.now(), sinceMs: keptSince(services, 'answers') }
        const isFirst = await keepFirstAnswer(sql, moment, key, answer, first)
        // Thrown, so that what this request has stored is undone.
        if (!isFirst) throw new AnsweredBeforeError()
        return outcome
      })
    } catch (error) {
      if (!(error instanceof AnsweredBeforeError)) throw error
    }
    first = await findFirstAnswer(services.db.sql, keptSince(services, 'answers'), key)
    if (first?.isStanding) return repeatAnswer(key, first)
    // What the other request had stored was deleted at that very moment, so this one may store after all.
  }
}

async function storeFlight(
  services: FlightServices,
  sql: Sql,
  nowMs: number,
  ownerId: string,
  { upload, flight, hash, byteLength }: ScoredUpload,
): Promise<UploadOutcome> {
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
  const takeoffId =
    (await requireNamedTakeoff(sql, nowMs, ownerId, launch, upload.options.ownTakeoff)) ??
    (await requireTakeoff(sql, nowMs, ownerId, launch)).id
  const { glider: named = flight.summary.glider, ownGlider: own } = upload.options
  const gliderId = await chooseGlider(sql, ownerId, { own, named })
  const chosen = { takeoffId, gliderId }
  const record = toRecord(nowMs, hash, byteLength, upload, flight, chosen)
  while (!(await insertFlight(sql, nowMs, ownerId, record))) {
    // Another upload of the same flight was faster, and this one has waited for it.
    const winner = await findDuplicate(sql, ownerId, file)
    if (winner) return duplicateOf(winner)
    // The winner was deleted at that very moment, so this one can be inserted after all.
  }
  await requireRoomOf(sql, services, ownerId, byteLength)
  await requestSignatureCheck(services, sql, nowMs, ownerId, { ...flight, id: record.id, byteLength })
  await recordEvent(
    services,
    sql,
    nowMs,
    {
      event: 'flight.uploaded',
      occurredAt: new Date(nowMs).toISOString(),
      user: { id: ownerId },
      flight: {
        id: record.id,
        hash,
        date: record.flightDate,
        distance: record.distanceKm,
        score: record.score,
        type: record.scoreType,
        gliderType: upload.options.glider ?? flight.summary.glider,
        durationSeconds: record.durationSeconds,
      },
    },
    { uploaderId: upload.applicationId, origin: upload.origin },
  )
  return { ...answerWith(record), isNew: true }
}

function toRecord(
  nowMs: number,
  fileHash: string,
  byteLength: number,
  { fileName, options }: Upload,
  flight: AnalysedFlight & KeptFile,
  chosen: Pick<NewFlight, 'takeoffId' | 'gliderId'>,
): NewFlight {
  const { summary, score, flightDate } = flight
  return {
    id: createId(nowMs),
    hash: fileHash,
    fingerprint: flight.fingerprint,
    fileName: fileName ?? `${flightDate}-${fileHash.slice(0, 8)}.igc`,
    flightDate,
    season: seasonOf(flightDate),
    isTandem: options.isTandem ?? summary.isTandem,
    launchType: options.launchType ?? summary.launchType,
    distanceKm: score.distanceKm,
    score: score.score,
    scoreType: score.type,
    scoredBy: nameScorer(score),
    ...chosen,
    launch: summary.takeoff,
    durationSeconds: Math.round(summary.durationSeconds),
    trackDistanceKm: summary.trackDistanceKm,
    ...readHeights(summary.altitude),
    metadata: JSON.stringify(describeFlight(flight, options)),
    shape: JSON.stringify(flight.shape),
    analysis: flight.analysis?.compressed ?? null,
    byteLength,
    compressed: flight.compressed,
    isOutside: flight.isOutside,
    storedHash: flight.storedHash,
    givenDate: flight.givenDate,
    title: options.title ?? null,
    notes: options.notes ?? null,
  }
}

function duplicateOf(known: KnownFlight): UploadOutcome {
  return { ...answerWith(known), isNew: false }
}

function answerWith({ id, hash, fileName, distanceKm, score, scoreType }: Omit<KnownFlight, 'isDamaged'>) {
  return { id, hash, fileName, scoring: { distance: distanceKm, score, type: scoreType } }
}

function hashRequest(fileHash: string, { fileName, options }: Upload): string {
  return hash('sha256', JSON.stringify([fileHash, fileName ?? null, options]))
}

function repeatAnswer(key: IdempotencyKey, first: FirstAnswer): UploadOutcome {
  if (first.requestHash !== key.requestHash)
    throw invalidRequest('This Idempotency-Key was already used for another file or other options.')
  return JSON.parse(first.answer) as UploadOutcome
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

/** What is wrong and where; the first error decides. */
export function invalidIgc(diagnoses: readonly Diagnosis[]): ApiError {
  const error = diagnoses.find((diagnosis) => diagnosis.severity === 'error')
  const sentence = error ? `${error.message} ${error.hint}`.trim() : 'This is not an IGC file.'
  return new ApiError(400, 'invalid_igc', sentence, { cause: error })
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)

function countTimes({ metrics }: Services, times: Record<string, number>): void {
  const seconds = metrics.counter('upload_seconds_total', 'Time spent on uploads, by part', ['part'])
  for (const [part, ms] of Object.entries(times)) seconds.inc({ part }, ms / 1000)
}
