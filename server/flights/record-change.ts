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
  forgetCounter,
  forgetSomeDeletions,
  keepDeletion,
  nextNumber,
} from './change-numbers.ts'
import {
  byDay,
  byGlider,
  countFlight,
  type CountedFlight,
  forgetSomeCounts,
  recountDay,
} from './counts/days-store.ts'
import { byMonth, monthOf, recountMonth, recountMonths, sumMonth } from './counts/months-store.ts'
import { countUse, discountUse, releaseAllFiles, releasePhotosOf } from './files/store.ts'
import { addStoredBytes } from './files/storage-store.ts'
import {
  type Contender,
  claimRecords,
  forgetRecords,
  isAlike,
  yieldRecords,
} from './records/records-store.ts'
import { addFlight, forgetPilot, holdPlacesOf, removeFlightOf } from './takeoffs/pilots.ts'
import { forgetSomeAnswers } from './upload/idempotency-store.ts'

const FORGOTTEN_AT_ONCE = 1000

export interface Change extends ChangeNumber {
  ownerId: string
  nowMs: number
}

/** A flight, as far as anything is derived from it. */
export interface FlightState extends CountedFlight, Contender {
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

/** Without `before` the flight is new, without `after` it is deleted. */
export async function recordChange(
  sql: Sql,
  change: Change,
  before: FlightState | undefined,
  after: FlightState | undefined,
): Promise<void> {
  await recordFiles(sql, change, before, after)
  await recordStorage(sql, change, before, after)
  const [was, is] = [before, after].map((state) => (state?.is_counted ? state : undefined))
  await recordDay(sql, change, was, is)
  await recordMonth(sql, change, was, is)
  await recordGliderDay(sql, change, was, is)
  await recordRecords(sql, change, was, is)
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
  const days = await forgetSomeCounts(sql, byDay, ownerId, limit)
  const gliderDays = await forgetSomeCounts(sql, byGlider, ownerId, limit)
  const months = await forgetSomeCounts(sql, byMonth, ownerId, limit)
  const deletions = await forgetSomeDeletions(sql, ownerId, limit)
  const answers = await forgetSomeAnswers(sql, ownerId, limit)
  return Math.max(days, gliderDays, months, deletions, answers) === limit
}

/** With the account, all at once: `erase` deletes the flights. */
export async function recordErasure<Result>(
  sql: Sql,
  nowMs: number,
  ownerId: string,
  erase: () => Promise<Result>,
): Promise<Result> {
  await holdPlacesOf(sql, ownerId)
  await forgetCounter(sql, ownerId)
  await releaseAllFiles(sql, nowMs, ownerId)
  const erased = await erase()
  // Nodes of the release before write it, though nothing reads it any more; the next release drops the table.
  await sql`delete from flight_months where owner_id = ${ownerId}`
  await forgetRecords(sql, ownerId)
  while (await forgetSome(sql, ownerId, FORGOTTEN_AT_ONCE));
  await forgetPilot(sql, nowMs, ownerId)
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

const recordDay: Step = async (sql, { ownerId }, before, after) => {
  if (after && !before) return countFlight(sql, byDay, ownerId, after)
  if (before && !isCountedAlike(before, after)) await recountDay(sql, byDay, ownerId, before)
  if (after && before && !isSameDay(before, after)) await recountDay(sql, byDay, ownerId, after)
}

/** After the day: a month is the sum of its days. */
const recordMonth: Step = async (sql, { ownerId, has_months: hasMonths }, before, after) => {
  if (!hasMonths) return recountMonths(sql, ownerId)
  if (before && !isCountedAlike(before, after)) await recountMonth(sql, ownerId, before)
  if (after && !(before && isSameMonth(before, after))) await sumMonth(sql, ownerId, after)
}

function isSameMonth(one: CountedFlight, other: CountedFlight): boolean {
  return monthOf(one) === monthOf(other) && isSameKind(one, other)
}

/** A flight without a glider is not counted here. */
const recordGliderDay: Step = async (sql, { ownerId }, before, after) => {
  const isSameGlider = before?.glider_id === after?.glider_id
  if (before?.glider_id && !(isSameGlider && isCountedAlike(before, after)))
    await recountDay(sql, byGlider, ownerId, before)
  if (after?.glider_id && before && !(isSameGlider && isSameDay(before, after)))
    await recountDay(sql, byGlider, ownerId, after)
  if (after?.glider_id && !before) await countFlight(sql, byGlider, ownerId, after)
}

function isSameDay(one: CountedFlight, other: CountedFlight): boolean {
  return one.flight_date === other.flight_date && isSameKind(one, other)
}

function isSameKind(one: CountedFlight, other: CountedFlight): boolean {
  return one.takeoff_id === other.takeoff_id && one.score_type === other.score_type
}

function isCountedAlike(one: CountedFlight, other: CountedFlight | undefined): boolean {
  const figures = ['duration_seconds', 'distance_km', 'score'] as const
  return other !== undefined && isSameDay(one, other) && figures.every((key) => one[key] === other[key])
}

const recordRecords: Step = async (sql, { ownerId }, before, after) => {
  if (before && after && isAlike(before, after)) return
  if (before) await yieldRecords(sql, ownerId, before)
  if (after) await claimRecords(sql, ownerId, after)
}

const recordTakeoff: Step = async (sql, { ownerId, nowMs }, before, after) => {
  if (before?.takeoff_id === after?.takeoff_id) return
  if (after) await addFlight(sql, after.id)
  if (before) await removeFlightOf(sql, nowMs, before.takeoff_id, ownerId)
}
