// GET /api/v1/flights: a page by its number or by a cursor, as JSON text, with the links to its neighbours.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { DEFAULT_PAGE_SIZE, type FlightListQuery } from '#contract/flight-list.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { toFlight, writeFlight } from '../record/flight.ts'
import { type FlightRow, lightColumns, lineColumns, shownColumns } from '../record/columns.ts'
import { LOGBOOK_HEAD, writeLogbookLine } from '../formats/logbook.ts'
import { type Fields, hasMetadata, readFields } from '../record/fields.ts'
import { cursorAt, NEWEST_FIRST, readOrder } from './list-order.ts'
import { readFilter, readPage } from './list-query.ts'
import { countLeftOutBy, listFlights, listFlightsFrom } from './list-store.ts'

interface ListPage {
  body: string
  /** Relation -> the parameters of the request that differ. */
  links: Record<string, Record<string, string | number | undefined> | undefined>
}

/** `flights` is how many the pilot has. */
export async function readNumberedPage(
  sql: Sql,
  ownerId: string,
  query: FlightListQuery,
  flights: number,
): Promise<ListPage> {
  const { page, pageSize } = readPage(query)
  const fields = readFields(query.fields)
  const shape = { order: readOrder(query), columns: columnsFor(fields), flights }
  const filter = readFilter(query)
  const { rows, totalCount } = await listFlights(sql, ownerId, filter, { page, pageSize }, shape)
  const totalPages = Math.ceil(totalCount / pageSize)
  const uncounted = filter.counting && { uncountedFlights: await countLeftOutBy(sql, ownerId, filter) }
  const last = Math.max(1, totalPages)
  const links = {
    first: { page: 1 },
    prev: page > 1 ? { page: Math.min(page - 1, last) } : undefined,
    next: page < last ? { page: page + 1 } : undefined,
    last: { page: last },
  }
  const end = page < totalPages ? rows.at(-1) : undefined
  const next = end ? cursorAt(shape.order, end) : null
  const pagination = { page, pageSize, totalCount, totalPages, next, limit: pageSize, ...uncounted }
  return { body: write(rows, fields, pagination), links }
}

export async function readCursorPage(sql: Sql, ownerId: string, query: FlightListQuery): Promise<ListPage> {
  const { after, limit = DEFAULT_PAGE_SIZE } = query
  const fields = readFields(query.fields)
  const order = readOrder(query)
  const shape = { order, columns: columnsFor(fields) }
  // One more than the page has tells whether there is a next one.
  const rows = await listFlightsFrom(sql, ownerId, readFilter(query), { after, limit: limit + 1 }, shape)
  const shown = rows.slice(0, limit)
  const end = shown.at(-1)
  const next = rows.length > limit && end ? cursorAt(order, end) : null
  const links = { first: { after: undefined, limit }, next: next === null ? undefined : { after: next } }
  return { body: write(shown, fields, { next, limit }), links }
}

const LOGBOOK_PAGE = 200

/** As CSV, a page at a time, as it is read: memory stays the same however many flights there are. */
export function sendLogbook(reply: FastifyReply, sql: Sql, ownerId: string): FastifyReply {
  reply.header('content-disposition', 'attachment; filename="logbook.csv"')
  reply.type('text/csv; charset=utf-8; header=present')
  return reply.send(Readable.from(writeLogbook(sql, ownerId)))
}

async function* writeLogbook(sql: Sql, ownerId: string): AsyncGenerator<string> {
  yield LOGBOOK_HEAD
  for (let after: string | undefined; ;) {
    const page = { after, limit: LOGBOOK_PAGE }
    const rows = await listFlightsFrom(sql, ownerId, {}, page, { columns: lineColumns })
    if (rows.length > 0) yield rows.map((row) => writeLogbookLine(toFlight(row))).join('')
    const last = rows.at(-1)
    if (!last || rows.length < LOGBOOK_PAGE) return
    after = cursorAt(NEWEST_FIRST, last)
  }
}

const columnsFor = (fields: Fields) => (hasMetadata(fields) ? shownColumns : lightColumns)

function write(rows: readonly FlightRow[], fields: Fields, pagination: object): string {
  const data = rows.map((row) => writeFlight(row, fields)).join(',')
  return `{"data":[${data}],"pagination":${JSON.stringify(pagination)}}`
}
