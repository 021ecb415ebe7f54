// GET /api/v1/flights/changes: what a copy needs to stay equal without a webhook.
import type { FlightChangesQuery } from '#contract/flight-list.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { ApiError } from '#server/platform/errors.ts'
import { writeFlight } from '../record/flight.ts'
import { type Change, listChanges } from './changes-store.ts'
import { readCursor, unusableCursor, writeCursor } from './cursor.ts'
import { hasMetadata, readFields } from '../record/fields.ts'

export const DEFAULT_LIMIT = 100

/**
 * `number` is the last change that the reader has seen. A reader who began with nothing never saw a flight that was
 * deleted before it began: `began` is the last change at that moment, and deletions up to it need not be kept for it.
 */
interface Position {
  number: number
  began: number
}

export interface ChangesPage {
  json: string
  next: string
  hasMore: boolean
}

export async function readChanges(
  sql: Sql,
  ownerId: string,
  { after, limit = DEFAULT_LIMIT, fields }: FlightChangesQuery,
): Promise<ChangesPage> {
  const shown = readFields(fields)
  const asked = after === undefined ? undefined : readPosition(after, ownerId)
  const afterNumber = asked?.number ?? 0
  const isLight = !hasMetadata(shown)
  const found = await listChanges(sql, ownerId, afterNumber, limit + 1, isLight)
  const { lastNumber, forgotten, changes } = found
  const position = asked ?? { number: 0, began: lastNumber }
  // A number that was never given is one of a database that has been restored since.
  if (Math.max(position.number, position.began) < forgotten || position.number > lastNumber)
    throw cursorExpired()
  const page = changes.slice(0, limit)
  const hasMore = changes.length > limit
  // At the end: everything up to the pilot's last change has been seen, whatever became of the numbers between.
  const number = hasMore ? (page.at(-1)?.number ?? position.number) : lastNumber
  const next = writeCursor('changes', [ownerId, number, position.began])
  const data = page.map((change) => writeChange(change, shown)).join(',')
  const pagination = JSON.stringify({ limit, next, hasMore })
  return { json: `{"data":[${data}],"pagination":${pagination}}`, next, hasMore }
}

function readPosition(text: string, ownerId: string): Position {
  const [itsOwner, number, began] = readCursor(text, 'changes', ['string', 'number', 'number'])
  if (itsOwner !== ownerId || !isCount(number) || !isCount(began)) throw unusableCursor()
  return { number, began }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function writeChange(change: Change, shown: ReturnType<typeof readFields>): string {
  const { flightId: id, flightHash: hash, deletedAt } = change
  if (deletedAt !== null) {
    const changedAt = new Date(deletedAt).toISOString()
    return JSON.stringify({ change: 'deleted', id, hash, changedAt, flight: null })
  }
  const changedAt = new Date(change.flight.updated_at).toISOString()
  const head = JSON.stringify({ change: change.isChanged ? 'updated' : 'created', id, hash, changedAt })
  return `${head.slice(0, -1)},"flight":${writeFlight(change.flight, shown)}}`
}

const cursorExpired = () =>
  new ApiError(
    410,
    'cursor_expired',
    'This cursor is older than the deletions that are kept. Start over: ask without after, and drop what is not in the answers.',
  )
