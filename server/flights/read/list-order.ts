// The orders of a list, each along an index, and where a cursor goes on in them.
import type { FlightListQuery } from '#contract/flight-list.ts'
import { fragment, type Fragment, literal } from '#server/platform/database/database.ts'
import type { FlightRow } from '../record/columns.ts'
import { readCursor, writeCursor } from './cursor.ts'

type Sort = NonNullable<FlightListQuery['sort']>

export interface Order {
  sort: Sort
  direction: 'asc' | 'desc'
}

export const NEWEST_FIRST: Order = { sort: 'date', direction: 'desc' }

export function readOrder({ sort = 'date', order = 'desc' }: Pick<FlightListQuery, 'sort' | 'order'>): Order {
  return { sort, direction: order }
}

/** The columns of each order: together they are different for every flight. */
const columns = {
  date: ['flight_date', 'created_at', 'id'],
  score: ['score', 'id'],
  distance: ['distance_km', 'id'],
  duration: ['duration_seconds', 'id'],
} as const satisfies Record<Sort, readonly (keyof FlightRow)[]>

const texts: readonly string[] = ['flight_date', 'id']

/** Written once: a statement is remembered by them. */
const writeAll = (write: (names: readonly string[]) => string) =>
  Object.fromEntries(
    Object.entries(columns).map(([sort, names]) => [
      sort,
      literal([write(names.map((name) => `f.${name}`))]),
    ]),
  ) as Record<Sort, Fragment>
const keys = writeAll((names) => `(${names.join(', ')})`)
const orders = {
  asc: writeAll((names) => names.join(', ')),
  desc: writeAll((names) => names.map((name) => `${name} desc`).join(', ')),
}

export function orderBy({ sort, direction }: Order): Fragment {
  return orders[direction][sort]
}

/** From the last flight to the first. */
export function reverse({ sort, direction }: Order): Order {
  return { sort, direction: direction === 'asc' ? 'desc' : 'asc' }
}

/** A condition: after the flight at which the cursor was made. */
export function isAfter(order: Order, cursor: string): Fragment {
  const types = columns[order.sort].map((name) => (texts.includes(name) ? 'string' : 'number'))
  const [first = '', second = '', third] = readCursor(cursor, nameOf(order), types)
  const place =
    third === undefined ? fragment`(${first}, ${second})` : fragment`(${first}, ${second}, ${third})`
  const here = keys[order.sort]
  return order.direction === 'asc' ? fragment`${here} > ${place}` : fragment`${here} < ${place}`
}

export function cursorAt(order: Order, row: FlightRow): string {
  return writeCursor(
    nameOf(order),
    columns[order.sort].map((name) => row[name]),
  )
}

function nameOf({ sort, direction }: Order): string {
  return `${sort} ${direction}`
}
