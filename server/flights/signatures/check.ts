// Signatures that only the validation server can check. An upload never waits for it: the flight is stored with an unknown
// signature, and changed when the answer is there.
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Signature } from '#igc/signature/signature.ts'
import type { Job } from '#server/platform/background/jobs.ts'
import { createQueueJob, enqueue, type Entry } from '#server/platform/background/queue.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#server/platform/time.ts'
import { findFile } from '../files/files.ts'
import type { FlightServices } from '../record/services.ts'
import { type Change, makeChange } from '../record/change.ts'
import { announceChange } from '../record/update.ts'
import { changeSignature, findConsent, signatureQueue, type SignatureVerdict } from './store.ts'
import { askServer, MAX_FILE_BYTES, type Verdict } from './validation-server.ts'

const decompress = promisify(zstdDecompress)

/** Between two files: the operators of the public server ask for at most 30 a minute. */
const CHECK_EVERY_MS = 2 * SECOND_MS
/** After each failure; then the signature stays unknown. */
const RETRY_AFTER_MS = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS]

/** In the transaction that stores a flight: a signed file of a maker that does not publish how it signs. */
export async function requestSignatureCheck(
  { config }: FlightServices,
  { sql, nowMs, ownerId }: Change,
  { id, byteLength, signature: { status, maker } }: { id: string; byteLength: number; signature: Signature },
): Promise<void> {
  if (config.validationUrl === undefined || status !== 'unknown' || maker === null) return
  if (byteLength > MAX_FILE_BYTES || !(await findConsent(sql, ownerId))) return
  await enqueue(sql, nowMs, signatureQueue, { id, ownerId })
}

export function createSignatureJob(services: FlightServices): Job {
  const job = createQueueJob(services, {
    ...signatureQueue,
    everyMs: CHECK_EVERY_MS,
    leaseMs: MINUTE_MS,
    atOnce: 1,
    turn: { id: signatureQueue.name, leaseMs: MINUTE_MS, pauseMs: CHECK_EVERY_MS },
    delay: ({ attempts }) => RETRY_AFTER_MS[attempts - 1],
    perform: (entry, signal) => check(services, entry, signal),
  })
  // What waits when the server is taken out of the settings waits for it to come back.
  return services.config.validationUrl === undefined ? { ...job, run: async () => false } : job
}

async function check(
  services: FlightServices,
  { id: flightId, ownerId }: Entry,
  signal: AbortSignal,
): Promise<void> {
  const address = services.config.validationUrl
  if (address === undefined || ownerId === null || !(await findConsent(services.db.sql, ownerId))) return
  const file = await findFile(services, ownerId, flightId)
  const bytes = file && new Uint8Array(await decompress(file.compressed))
  const verdict = bytes ? await askServer(services, address, bytes, signal) : 'untold'
  if (verdict === 'untold') return
  const told = describeVerdict(verdict, new URL(address).hostname)
  await makeChange(services, ownerId, async (change) =>
    announceChange(change, await changeSignature(change, flightId, told)),
  )
}

/** In our own words: what the server says besides may be anything. */
function describeVerdict(status: Exclude<Verdict, 'untold'>, host: string): SignatureVerdict {
  const reason = status === 'valid' ? null : `The signature does not match, says ${host}.`
  return { status, reason, checkedBy: host }
}
