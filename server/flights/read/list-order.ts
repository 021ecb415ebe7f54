// The orders of a list, each along an index, and where a cursor goes on in them.
import type { FlightListQuery } from '#contract/flight-list.ts'
import { fragment, type Fragment } from '#server/platform/database/database.ts'
import type { FlightRow } from '../record/columns.ts'
import { type CursorPart, readCursor, writeCursor } from './cursor.ts'

type Sort = NonNullable<FlightListQuery['sort']>

export interface Order {
  sort: Sort
  direction: 'asc' | 'desc'
}

export const NEWEST_FIRST: Order = { sort: 'date', direction: 'desc' }

export function readOrder({ sort = 'date', order = 'desc' }: Pick<FlightListQuery, 'sort' | 'order'>): Order {
  return { sort, direction: order }
}

const byDate = ['string', 'number', 'string'] as const
const byNumber = ['number', 'string'] as const

interface Keys {
  /** The columns that the keys are compared with: together they are different for every flight. */
  columns: Fragment
  asc: Fragment
  desc: Fragment
  types: readonly ('string' | 'number')[]
  of: (row: FlightRow) => CursorPart[]
}

const orders: Record<Sort, Keys> = {
  date: {
    columns: fragment`(f.flight_date, f.created_at, f.id)`,
    asc: fragment`f.flight_date, f.created_at, f.id`,
    desc: fragment`f.flight_date desc, f.created_at desc, f.id desc`,
    types: byDate,
    of: (row) => [row.flight_date, row.created_at, row.id],
  },
  score: {
    columns: fragment`(f.score, f.id)`,
    asc: fragment`f.score, f.id`,
    desc: fragment`f.score desc, f.id desc`,
    types: byNumber,
    of: (row) => [row.score, row.id],
  },
  distance: {
    columns: fragment`(f.distance_km, f.id)`,
    asc: fragment`f.distance_km, f.id`,
    desc: fragment`f.distance_km desc, f.id desc`,
    types: byNumber,
    of: (row) => [row.distance_km, row.id],
  },
  duration: {
    columns: fragment`(f.duration_seconds, f.id)`,
    asc: fragment`f.duration_seconds, f.id`,
    desc: fragment`f.duration_seconds desc, f.id desc`,
    types: byNumber,
    of: (row) => [row.duration_seconds, row.id],
  },
}

export function orderBy({ sort, direction }: Order): Fragment {
  return orders[sort][direction]
}

/** From the last flight to the first. */
export function reverse({ sort, direction }: Order): Order {
  return { sort, direction: direction === 'asc' ? 'desc' : 'asc' }
}

/** A condition: after the flight at which the cursor was made. */
export function isAfter(order: Order, cursor: string): Fragment {
  const { columns, types } = orders[order.sort]
  const [first = '', second = '', third] = readCursor(cursor, nameOf(order), types)
  const keys =
    third === undefined ? fragment`(${first}, ${second})` : fragment`(${first}, ${second}, ${third})`
  return order.direction === 'asc' ? fragment`${columns} > ${keys}` : fragment`${columns} < ${keys}`
}

export function cursorAt(order: Order, row: FlightRow): string {
  return writeCursor(nameOf(order), orders[order.sort].of(row))
}

function nameOf({ sort, direction }: Order): string {
  return `${sort} ${direction}`
}
