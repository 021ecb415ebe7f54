// The dashboard's own endpoints for flights: the same actions, authorised by the session in the browser.
import { FlightCorrection, FlightParams, UploadFields } from '#contract/flight.ts'
import { ScoresQuery } from '#contract/leagues.ts'
import {
  type FlightPage as FlightPageBody,
  type FlightRow as FlightRowBody,
  type FlightStatistics,
  LogbookQuery,
  StatisticsQuery,
} from '#dashboard/flights.ts'
import type { SessionServices } from '#server/access/session.ts'
import { notFound } from '#server/platform/errors.ts'
import { sendCompressed, sendJson } from '#server/platform/http/compress.ts'
import type { Language } from '#language/preferences.ts'
import { preferencesOf } from '#server/platform/requests/preferences.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { originOf } from '#server/platform/requests/origin.ts'
import { sendFile } from './read/download.ts'
import { type FlightRow, toFlight } from './flight.ts'
import { declareGliderDashboard } from './gliders/routes.ts'
import { declareAirspaceDashboard } from './airspace/routes.ts'
import { declareSharingDashboard } from './sharing/dashboard.ts'
import type { SharedReader } from './sharing/shared-flight.ts'
import { declareImportDashboard } from './import/dashboard.ts'
import { declarePhotoDashboard } from './photos/dashboard.ts'
import { declareSignatureDashboard } from './signatures/dashboard.ts'
import { createScoresReader, type LeagueServices } from './leagues/scores.ts'
import { forPilot } from './read/for-pilot.ts'
import { readFilter, readPage } from './read/list-query.ts'
import { readOrder } from './read/list-order.ts'
import { listFlights } from './read/list-store.ts'
import { noSuchFlight, requireFlight, writeAnalysis } from './read/one-flight.ts'
import { readUpload, requireUsableBody } from './upload/read-request.ts'
import { readTerrain, toGroundSteps } from './read/ground.ts'
import { removeFlight } from './remove.ts'
import { readCalendar } from './sums/statistics.ts'
import { declarePlaceDashboard } from './places/routes.ts'
import { declareRecordDashboard } from './sums/routes.ts'
import { declareTrackDashboard } from './tracks/routes.ts'
import { declareMergeDashboard } from './twins/routes.ts'
import { findFile, readFile } from './files/files.ts'
import { describeStorage } from './files/quota.ts'
import { findStoredFile } from './store.ts'
import { toSteps } from './read/track.ts'
import type { FlightServices } from './scorer/scorer.ts'
import { uploadFlight } from './upload/upload.ts'
import { updateFlight } from './update.ts'
import { findUtcOffset } from './read/utc-offset.ts'

type DashboardServices = LeagueServices & SessionServices

// Ten hours at a fix per second: the pages draw them all.
const TRACK_FIXES = 36_000

export function declareFlightDashboard(services: DashboardServices, reader: SharedReader): Operation[] {
  return [
    operation({
      route: 'GET /flights',
      doors: { dashboard: 'session' },
      schema: { querystring: LogbookQuery },
      respond: async (request, reply) => {
        const { query } = request
        const page = readPage(query)
        const filter = {
          ...readFilter(query),
          takeoffId: query.site || undefined,
          scoreType: query.type || undefined,
        }
        const { userId } = request.session
        const { rows, totalCount } = await listFlights(
          forPilot(services, userId).db.sql,
          userId,
          filter,
          page,
          {
            order: readOrder(query),
          },
        )
        const totalPages = Math.ceil(totalCount / page.pageSize)
        const body: FlightPageBody = {
          items: rows.map((row) => toRow(row, preferencesOf(request).language)),
          ...page,
          totalCount,
          totalPages,
        }
        return sendCompressed(request, reply, body)
      },
    }),
    operation({
      route: 'GET /flights/statistics',
      doors: { dashboard: 'session' },
      schema: { querystring: StatisticsQuery },
      respond: async (request, reply) => {
        const { season, site, type, glider } = request.query
        const chosen = {
          season,
          takeoffId: site || undefined,
          gliderId: glider || undefined,
          scoreType: type || undefined,
        }
        const { userId } = request.session
        const statistics = await readCalendar(forPilot(services, userId).db.sql, userId, chosen)
        const { usedBytes, quotaBytes } = await describeStorage(services, userId)
        const storage = quotaBytes === null ? null : { usedBytes, quotaBytes }
        const body: FlightStatistics = { ...statistics, storage }
        return sendCompressed(request, reply, body)
      },
    }),
    ...declareRecordDashboard(services),
    ...declareGliderDashboard(services),
    ...declareTrackDashboard(services),
    ...declarePlaceDashboard(services),
    ...declareMergeDashboard(services),
    ...declareOneFlight(services),
    ...declareImportDashboard(services),
    ...declareAirspaceDashboard(services),
    ...declareSharingDashboard(services, reader),
    ...declarePhotoDashboard(services),
    ...declareSignatureDashboard(services),
    ...declareFlightFile(services),
    operation({
      route: 'POST /flights/upload',
      doors: { dashboard: 'session' },
      body: 'upload',
      before: [requireUsableBody(services)],
      schema: { querystring: UploadFields },
      respond: async (request, reply) => {
        const file = await readUpload(request, request.query, services.config.maxUploadBytes)
        const outcome = await uploadFlight(services, request.session.userId, file)
        return reply.code(outcome.isNew ? 201 : 200).send({ data: outcome })
      },
    }),
  ]
}

function declareOneFlight(services: DashboardServices): Operation[] {
  const sendScores = createScoresReader(services)
  return [
    operation({
      route: 'GET /flights/:id',
      doors: { dashboard: 'session' },
      schema: { params: FlightParams },
      noSuch: noSuchFlight,
      respond: async (request) => {
        const { session, params } = request
        const row = await requireFlight(forPilot(services, session.userId), session.userId, params.id)
        return toRow(row, preferencesOf(request).language)
      },
    }),
    operation({
      route: 'GET /flights/:id/analysis',
      doors: { dashboard: 'session' },
      schema: { params: FlightParams },
      noSuch: noSuchFlight,
      respond: async ({ session, params }, reply) => {
        const pilot = forPilot(services, session.userId)
        const analysis = await writeAnalysis(pilot, session.userId, params.id)
        return sendJson(reply, analysis)
      },
    }),
    operation({
      route: 'GET /flights/:id/scores',
      doors: { dashboard: 'session' },
      schema: { params: FlightParams, querystring: ScoresQuery },
      noSuch: noSuchFlight,
      respond: async (request, reply) => sendScores(request, reply, request.session.userId),
    }),
    operation({
      route: 'PATCH /flights/:id',
      doors: { dashboard: 'session' },
      schema: { params: FlightParams, body: FlightCorrection },
      noSuch: noSuchFlight,
      respond: async (request) => {
        const { session, params, body } = request
        const given = { origin: originOf(request) }
        if (!(await updateFlight(services, session.userId, params.id, body, given))) throw noSuchFlight()
        const row = await requireFlight(services, session.userId, params.id)
        return toRow(row, preferencesOf(request).language)
      },
    }),
    operation({
      route: 'DELETE /flights/:id',
      doors: { dashboard: 'session' },
      schema: { params: FlightParams },
      noSuch: noSuchFlight,
      respond: async (request, reply) => {
        const { session, params } = request
        const given = { origin: originOf(request) }
        if (!(await removeFlight(services, session.userId, params.id, given))) throw noSuchFlight()
        return reply.code(204).send()
      },
    }),
  ]
}

function declareFlightFile(services: DashboardServices): Operation[] {
  return [
    operation({
      route: 'GET /flights/:id/igc',
      doors: { dashboard: 'session' },
      schema: { params: FlightParams },
      respond: async (request, reply) => {
        const { userId } = request.session
        const stored = await findStoredFile(forPilot(services, userId).db.sql, userId, request.params.id)
        if (!stored) throw noSuchFlight()
        // Revalidated each time: another user may be signed in in this browser by then.
        return sendFile(request, reply, stored, () => readFile(services, stored), 'private, no-cache')
      },
    }),
    operation({
      route: 'GET /flights/:id/track',
      doors: { dashboard: 'session' },
      schema: { params: FlightParams },
      respond: async (request, reply) => {
        const file = await requireFile(services, request.session.userId, request.params.id)
        const track = await services.scorer.extractTrack(request.session.userId, file, TRACK_FIXES)
        return sendCompressed(request, reply, toSteps(track))
      },
    }),
    operation({
      route: 'GET /flights/:id/ground',
      doors: { dashboard: 'session' },
      schema: { params: FlightParams },
      respond: async (request, reply) => {
        const { userId } = request.session
        const file = await requireFile(services, userId, request.params.id)
        const terrain = await readTerrain(services, userId, file, TRACK_FIXES)
        if (!terrain) throw notFound('This installation has no terrain.')
        return sendCompressed(request, reply, toGroundSteps(terrain))
      },
    }),
  ]
}

/** Made with its first name: five of them would take every start 30 ms. */
const regions = new Map<Language, Intl.DisplayNames>()

/** ZZ stands for no country. */
function nameCountry(code: string, language: Language): string | null {
  if (!/^[A-Z]{2}$/.test(code) || code === 'ZZ') return null
  const names = regions.get(language) ?? new Intl.DisplayNames(language, { type: 'region' })
  regions.set(language, names)
  return names.of(code) ?? null
}

async function requireFile(services: FlightServices, ownerId: string, id: string) {
  const file = await findFile(forPilot(services, ownerId), ownerId, id)
  if (!file) throw noSuchFlight()
  return file
}

function toRow(row: FlightRow, language: Language): FlightRowBody {
  const flight = toFlight(row)
  const { timeZone, launch } = flight.flightInfo.metadata as { timeZone?: string; launch?: { time: string } }
  return {
    flight,
    shape: JSON.parse(row.shape) as number[],
    countryName: nameCountry(flight.flightInfo.takeoff.country, language),
    utcOffsetSeconds: findUtcOffset(timeZone, new Date(launch?.time ?? Number.NaN)),
  }
}
