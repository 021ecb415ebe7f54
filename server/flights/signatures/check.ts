// Signatures that only the validation server can check. An upload never waits for it: the flight is stored with an unknown
// signature, and changed when the answer is there.
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Signature } from '#igc/signature/signature.ts'
import { takeTurn } from '#server/platform/database/leases.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#server/platform/time.ts'
import { mayBegin, type Pace, unpaced } from '#server/platform/background/watch.ts'
import { findFile } from '../files/files.ts'
import type { FlightServices } from '../record/services.ts'
import { type Change, makeChange } from '../record/change.ts'
import { announceChange } from '../record/update.ts'
import {
  changeSignature,
  type DueCheck,
  findDueCheck,
  finishCheck,
  postponeCheck,
  requestCheck,
  type SignatureVerdict,
} from './store.ts'
import { askServer, MAX_FILE_BYTES, type Verdict } from './validation-server.ts'

const decompress = promisify(zstdDecompress)

/** Between two files: the operators of the public server ask for at most 30 a minute. */
export const CHECK_EVERY_MS = 2 * SECOND_MS
const turn = { id: 'signatures', leaseMs: MINUTE_MS, pauseMs: CHECK_EVERY_MS }
/** After each failure; then the signature stays unknown. */
const RETRY_AFTER_MS = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS]

/** In the transaction that stores a flight: a signed file of a maker that does not publish how it signs. */
export async function requestSignatureCheck(
  { config }: FlightServices,
  change: Change,
  flight: { id: string; byteLength: number; signature: Signature },
): Promise<void> {
  const { status, maker } = flight.signature
  if (config.validationUrl === undefined || status !== 'unknown' || maker === null) return
  if (flight.byteLength <= MAX_FILE_BYTES) await requestCheck(change, flight.id)
}

/** One file at most: the next has to wait for its turn. */
export async function checkNextSignature(
  services: FlightServices,
  signal: AbortSignal,
  pace: Pace = unpaced(services),
): Promise<void> {
  const { db, now, config } = services
  const address = config.validationUrl
  if (address === undefined || !(await findDueCheck(db.sql, now()))) return
  await takeTurn(services, turn, signal, async (abort) => {
    // The holder of the turn before may have done it.
    const due = await findDueCheck(db.sql, now())
    if (!due || !(await mayBegin(pace))) return
    await check(services, address, due, abort)
    pace.count(1)
  })
}

async function check(
  services: FlightServices,
  address: string,
  due: DueCheck,
  signal: AbortSignal,
): Promise<void> {
  const { db, now, log } = services
  const { ownerId, flightId } = due
  try {
    const file = await findFile(services, ownerId, flightId)
    const bytes = file && new Uint8Array(await decompress(file.compressed))
    const verdict = bytes ? await askServer(services, address, bytes, signal) : 'untold'
    if (verdict === 'untold') await finishCheck(db.sql, ownerId, flightId)
    else {
      const told = describeVerdict(verdict, new URL(address).hostname)
      await makeChange(services, ownerId, (change) => updateSignature(change, flightId, told))
    }
  } catch (error) {
    // The node stops: another goes on.
    if (signal.aborted) return
    const delay = RETRY_AFTER_MS[due.attempts]
    log.warn({ err: error, flightId, attempts: due.attempts + 1 }, 'a signature could not be checked')
    if (delay === undefined) await finishCheck(db.sql, ownerId, flightId)
    else await postponeCheck(db.sql, due, now() + delay)
  }
}

/** Nothing when the flight is gone or its signature is known by now. */
async function updateSignature(change: Change, flightId: string, verdict: SignatureVerdict): Promise<void> {
  await finishCheck(change.sql, change.ownerId, flightId)
  await announceChange(change, await changeSignature(change, flightId, verdict))
}

/** In our own words: what the server says besides may be anything. */
function describeVerdict(status: Exclude<Verdict, 'untold'>, host: string): SignatureVerdict {
  const reason = status === 'valid' ? null : `The signature does not match, says ${host}.`
  return { status, reason, checkedBy: host }
}
