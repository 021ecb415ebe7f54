// Everything that is derived from a flight changes with it, in its transaction, here and nowhere else:
//
//   makeChange     opens the transaction: whose flights, when, for which request
//   nextNumber     the pilot's next number, under a lock that is held until the commit
//   the row        is inserted, changed or deleted, and bears the number
//   recordChange   the flight is counted where it is, and no longer where it was
//
// A kept answer to an Idempotency-Key needs nothing: it is read together with its flight.
import type { Sql } from '#server/platform/database/database.ts'
import type { RequestOrigin } from '#server/platform/requests/origin.ts'
import type { Services } from '#server/platform/services.ts'
import { forgetCounter, forgetSomeDeletions, holdCounter } from './change-numbers.ts'
import { countUse, discountUse, releaseAllFiles, releasePhotosOf } from './derived/file-uses.ts'
import { addFlight, forgetPilot, removeFlightOf } from './derived/pilots.ts'
import { addStoredBytes } from './derived/stored-bytes.ts'

const FORGOTTEN_AT_ONCE = 1000

type ChangeServices = Pick<Services, 'now' | 'eventSignal'>

/** One transaction that changes flights of a pilot. */
export interface Change extends ChangeRequest {
  readonly services: Pick<Services, 'eventSignal'>
  readonly sql: Sql
  readonly nowMs: number
  readonly ownerId: string
}

/** The request that changes flights; nothing for a job or a command. */
export interface ChangeRequest {
  readonly origin?: RequestOrigin | undefined
  /** Throws when the flight must not be changed: If-Match. */
  readonly precondition?: ((sql: Sql) => Promise<void>) | undefined
}

export function makeChange<Result>(
  services: ChangeServices & Pick<Services, 'db'>,
  ownerId: string,
  work: (change: Change) => Promise<Result>,
  request?: ChangeRequest,
): Promise<Result> {
  return services.db.transaction((sql) => work(toChange(services, sql, ownerId, request)))
}

/** In a transaction that does more. */
export function toChange(
  services: ChangeServices,
  sql: Sql,
  ownerId: string,
  request?: ChangeRequest,
): Change {
  return { ...request, services, sql, ownerId, nowMs: services.now() }
}

/** From here on every other change of the owner waits. */
export async function requirePrecondition({ sql, ownerId, precondition }: Change): Promise<void> {
  if (!precondition) return
  await holdCounter(sql, ownerId)
  await precondition(sql)
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

/** Without `before` the flight is new, without `after` it is deleted. */
export async function recordChange(
  change: Change,
  before: FlightState | undefined,
  after: FlightState | undefined,
): Promise<void> {
  for (const record of [recordFiles, recordStorage, recordTakeoff]) await record(change, before, after)
}

/** Some flights of an account that is being deleted. Their counts are not seen any more: they go with the last. */
export async function recordRemovals(
  { sql, nowMs }: Change,
  flights: readonly Pick<FlightState, 'id' | 'hash' | 'is_outside'>[],
): Promise<void> {
  for (const { hash, is_outside: isOutside } of flights) if (isOutside) await discountUse(sql, nowMs, hash)
  await releasePhotosOf(
    sql,
    nowMs,
    flights.map(({ id }) => id),
  )
}

/** With the account, all at once: `erase` deletes the flights. */
export async function recordErasure<Result>(
  { sql, nowMs, ownerId }: Change,
  erase: () => Promise<Result>,
): Promise<Result> {
  await forgetCounter(sql, ownerId)
  await releaseAllFiles(sql, nowMs, ownerId)
  const erased = await erase()
  while (await forgetSomeDeletions(sql, ownerId, FORGOTTEN_AT_ONCE));
  await forgetPilot(sql, ownerId)
  return erased
}

type Step = (change: Change, before?: FlightState, after?: FlightState) => Promise<void>

/** Files outside the database. */
const recordFiles: Step = async ({ sql, nowMs }, before, after) => {
  const [old, now] = [listOutside(before), listOutside(after)]
  for (const hash of now) if (!old.includes(hash)) await countUse(sql, nowMs, hash)
  for (const hash of old) if (!now.includes(hash)) await discountUse(sql, nowMs, hash)
}

const listFiles = (flight: FlightState | undefined) => (flight ? [flight, ...flight.photos] : [])

function listOutside(flight: FlightState | undefined): string[] {
  return listFiles(flight).flatMap(({ hash, is_outside: isOutside }) => (isOutside ? hash : []))
}

/** A new flight's bytes are counted with its number. */
const recordStorage: Step = async ({ sql, ownerId }, before, after) => {
  if (!before) return
  const bytesOf = (flight: FlightState | undefined) =>
    listFiles(flight).reduce((sum, file) => sum + file.byte_length, 0)
  const added = bytesOf(after) - bytesOf(before)
  if (added !== 0) await addStoredBytes(sql, ownerId, added)
}

const recordTakeoff: Step = async ({ sql, ownerId }, before, after) => {
  if (before?.takeoff_id === after?.takeoff_id) return
  if (after) await addFlight(sql, after.takeoff_id, ownerId)
  if (before) await removeFlightOf(sql, before.takeoff_id, ownerId)
}
