// Everything that is derived from a flight changes with it, in its transaction, here and nowhere else:
//
//   beginChange    the pilot's next number, under a lock that is held until the commit
//   the row        is inserted, changed or deleted, and bears the number
//   recordChange   the flight is counted where it is, and no longer where it was
//
// A kept answer to an Idempotency-Key needs nothing: it is read together with its flight.
import type { Sql } from '#server/platform/database/database.ts'
import {
  type ChangeNumber,
  firstNumber,
  forgetCounter,
  forgetSomeDeletions,
  keepDeletion,
  nextNumber,
} from './change-numbers.ts'
import { countUse, discountUse, releaseAllFiles, releasePhotosOf } from '../files/store.ts'
import { addStoredBytes } from './stored-bytes.ts'
import { addFlight, forgetPilot, removeFlightOf } from './pilots.ts'
import { forgetSomeAnswers } from '../upload/idempotency-store.ts'

const FORGOTTEN_AT_ONCE = 1000

export interface Change extends ChangeNumber {
  ownerId: string
  nowMs: number
}

/** A flight, as far as anything is derived from it. */
export interface FlightState {
  id: string
  takeoff_id: string
  hash: string
  is_outside: boolean
  byte_length: number
  photos: readonly { hash: string; is_outside: boolean; byte_length: number }[]
}

/** Of a flight that is there; undefined when the account was deleted, and the flight with it. */
export async function beginChange(sql: Sql, nowMs: number, ownerId: string): Promise<Change | undefined> {
  const number = await nextNumber(sql, ownerId)
  return number && { ownerId, nowMs, ...number }
}

/** Of a new flight. The owner must be held; the pilot's other changes wait from here on. */
export async function beginFirst(sql: Sql, nowMs: number, ownerId: string): Promise<Change> {
  return { ownerId, nowMs, ...(await firstNumber(sql, ownerId)) }
}

/** Without `before` the flight is new, without `after` it is deleted. */
export async function recordChange(
  sql: Sql,
  change: Change,
  before: FlightState | undefined,
  after: FlightState | undefined,
): Promise<void> {
  await recordFiles(sql, change, before, after)
  await recordStorage(sql, change, before, after)
  await recordTakeoff(sql, change, before, after)
  if (before && !after) await keepDeletion(sql, change.nowMs, change.ownerId, change.number, before)
}

/** Some flights of an account that is being deleted. Nobody sees what is counted of them: it goes with the last. */
export async function recordRemovals(
  sql: Sql,
  nowMs: number,
  flights: readonly Pick<FlightState, 'id' | 'hash' | 'is_outside'>[],
): Promise<void> {
  for (const { hash, is_outside: isOutside } of flights) if (isOutside) await discountUse(sql, nowMs, hash)
  const ids = flights.map(({ id }) => id)
  await releasePhotosOf(sql, nowMs, ids)
}

/** So many rows of each kind that is left of an account without flights; true when there may be more. */
export async function forgetSome(sql: Sql, ownerId: string, limit: number): Promise<boolean> {
  const deletions = await forgetSomeDeletions(sql, ownerId, limit)
  const answers = await forgetSomeAnswers(sql, ownerId, limit)
  return Math.max(deletions, answers) === limit
}

/** With the account, all at once: `erase` deletes the flights. */
export async function recordErasure<Result>(
  sql: Sql,
  nowMs: number,
  ownerId: string,
  erase: () => Promise<Result>,
): Promise<Result> {
  await forgetCounter(sql, ownerId)
  await releaseAllFiles(sql, nowMs, ownerId)
  const erased = await erase()
  while (await forgetSome(sql, ownerId, FORGOTTEN_AT_ONCE));
  await forgetPilot(sql, ownerId)
  return erased
}

type Step = (sql: Sql, change: Change, before?: FlightState, after?: FlightState) => Promise<void>

/** Those that are outside the database. */
const recordFiles: Step = async (sql, { nowMs }, before, after) => {
  const [old, now] = [listOutside(before), listOutside(after)]
  for (const hash of now) if (!old.includes(hash)) await countUse(sql, nowMs, hash)
  for (const hash of old) if (!now.includes(hash)) await discountUse(sql, nowMs, hash)
}

const listFiles = (flight: FlightState | undefined) => (flight ? [flight, ...flight.photos] : [])

function listOutside(flight: FlightState | undefined): string[] {
  return listFiles(flight).flatMap(({ hash, is_outside: isOutside }) => (isOutside ? hash : []))
}

const recordStorage: Step = async (sql, { ownerId }, before, after) => {
  const bytesOf = (flight: FlightState | undefined) =>
    listFiles(flight).reduce((sum, file) => sum + file.byte_length, 0)
  const added = bytesOf(after) - bytesOf(before)
  if (added !== 0) await addStoredBytes(sql, ownerId, added)
}

const recordTakeoff: Step = async (sql, { ownerId }, before, after) => {
  if (before?.takeoff_id === after?.takeoff_id) return
  if (after) await addFlight(sql, after.takeoff_id, ownerId)
  if (before) await removeFlightOf(sql, before.takeoff_id, ownerId)
}
