// The dashboard's own endpoints about flights: the same actions for who is signed in in the browser.
import type { FlightPage as FlightPageBody, FlightRow as FlightRowBody } from '#dashboard/flights.ts'
import { requireSession, type SessionServices } from '#server/access/session.ts'
import { sendCompressed } from '#server/platform/http/compress.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import { ID_PATTERN } from '#server/platform/ids.ts'
import { readCorrection } from './correct.ts'
import { sendFile } from './read/download.ts'
import { type FlightRow, toFlight } from './flight.ts'
import { type Query, readFilter, readOnce, readPage, readWholeNumber } from './read/list-query.ts'
import { listFlights } from './read/list-store.ts'
import { noSuchFlight, requireFlight } from './read/one-flight.ts'
import { addBodyReading, readUpload, requireUsableBody } from './upload/read-request.ts'
import { removeFlight } from './remove.ts'
import { readStatistics } from './read/statistics-store.ts'
import { correctFlight, findFile } from './store.ts'
import { toSteps } from './read/track.ts'
import type { FlightServices } from './scorer/scorer.ts'
import { uploadFlight } from './upload/upload.ts'
import { findUtcOffset } from './read/utc-offset.ts'

type WithId = { Params: { id: string } }
type DashboardServices = FlightServices & SessionServices

// Ten hours of a fix a second: the pages draw them all.
const TRACK_FIXES = 36_000

export function addFlightDashboard(app: App, services: DashboardServices): void {
  const guarded = { schema: { hide: true }, onRequest: requireSession(services) }

  app.get('/app/api/flights', guarded, async (request, reply) => {
    const query = request.query as Query
    const page = readPage(query)
    const filter = readFilter(query)
    filter.takeoffId = readOnce(query, 'site') || undefined
    filter.scoreType = readOnce(query, 'type') || undefined
    const { rows, totalCount } = await listFlights(services.db.sql, request.session.userId, filter, page)
    const totalPages = Math.ceil(totalCount / page.pageSize)
    const body: FlightPageBody = { items: rows.map(toRow), ...page, totalCount, totalPages }
    return sendCompressed(request, reply, body)
  })

  app.get('/app/api/flights/statistics', guarded, async (request, reply) => {
    const season = readWholeNumber(request.query as Query, 'season', 1, 9999, 'season must be a year.')
    const statistics = await readStatistics(services.db.sql, request.session.userId, season)
    return sendCompressed(request, reply, statistics)
  })

  addOneFlight(app, services, guarded)

  void app.register(async (scope) => {
    addBodyReading(scope)
    const onRequest = [requireSession(services), requireUsableBody(services)]
    scope.post('/app/api/flights/upload', { ...guarded, onRequest }, async (request, reply) => {
      const file = await readUpload(request, services.config.maxUploadBytes)
      const outcome = await uploadFlight(services, request.session.userId, file)
      return reply.code(outcome.isNew ? 201 : 200).send({ data: outcome })
    })
  })
}

function addOneFlight(app: App, services: DashboardServices, guarded: object): void {
  const { sql } = services.db
  app.get<WithId>('/app/api/flights/:id', guarded, async ({ session, params }) =>
    toRow(await requireFlight(services, session.userId, params.id)),
  )

  app.patch<WithId>('/app/api/flights/:id', guarded, async ({ session, params, body }) => {
    const change = readCorrection(body)
    const isThere =
      ID_PATTERN.test(params.id) &&
      (await correctFlight(sql, services.now(), session.userId, params.id, change))
    if (!isThere) throw noSuchFlight()
    return toRow(await requireFlight(services, session.userId, params.id))
  })

  app.delete<WithId>('/app/api/flights/:id', guarded, async ({ session, params }, reply) => {
    const isRemoved = ID_PATTERN.test(params.id) && (await removeFlight(services, session.userId, params.id))
    if (!isRemoved) throw noSuchFlight()
    return reply.code(204).send()
  })

  app.get<WithId>('/app/api/flights/:id/igc', guarded, async (request, reply) => {
    const file = await requireFile(services, request.session.userId, request.params.id)
    // Asked again each time: on this machine somebody else may be signed in by then.
    return sendFile(request, reply, file, 'private, no-cache')
  })

  app.get<WithId>('/app/api/flights/:id/track', guarded, async (request, reply) => {
    const file = await requireFile(services, request.session.userId, request.params.id)
    const track = await services.scorer.extractTrack(file.compressed, TRACK_FIXES)
    return sendCompressed(request, reply, toSteps(track))
  })
}

const regions = new Intl.DisplayNames('en', { type: 'region' })

/** ZZ stands for no country at all. */
function nameCountry(code: string): string | null {
  return /^[A-Z]{2}$/.test(code) && code !== 'ZZ' ? (regions.of(code) ?? null) : null
}

async function requireFile(services: FlightServices, ownerId: string, id: string) {
  if (!ID_PATTERN.test(id)) throw invalidRequest('The id of a flight is 24 lowercase hexadecimal characters.')
  const file = await findFile(services.db.sql, ownerId, id)
  if (!file) throw noSuchFlight()
  return file
}

function toRow(row: FlightRow): FlightRowBody {
  const flight = toFlight(row)
  const { timeZone, launch } = flight.flightInfo.metadata as { timeZone?: string; launch?: { time: string } }
  return {
    flight,
    shape: JSON.parse(row.shape) as number[],
    countryName: nameCountry(flight.flightInfo.takeoff.country),
    utcOffsetSeconds: findUtcOffset(timeZone, new Date(launch?.time ?? Number.NaN)),
  }
}
