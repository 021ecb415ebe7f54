// GET /app/api/map: the offline map of a view, for when no online tiles are configured.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { type FoundPlace, MapQuery, type MapTakeoff, PlacesQuery } from '#dashboard/map.ts'
import { fold } from '#language/fold.ts'
import { sendCompressed } from '#server/platform/http/compress.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import type { Bounds } from './clip.ts'
import type { AtlasPool } from './pool.ts'
import { hasWord } from './towns.ts'

/** The take-offs in a view; supplied by the flights feature. */
export type FindTakeoffs = (bounds: Bounds, limit: number) => Promise<MapTakeoff[]>

const MAX_TAKEOFFS = 60
const MIN_TAKEOFF_ZOOM = 7

/** All take-offs of a pilot, the most flown first; supplied by the flights feature. */
export type ListOwnTakeoffs = (pilotId: string) => Promise<Omit<FoundPlace, 'kind'>[]>

const MAX_FOUND = 8

export function declareMapDashboard(
  pool: AtlasPool,
  findTakeoffs: FindTakeoffs,
  listOwnTakeoffs: ListOwnTakeoffs,
): Operation[] {
  return [
    operation({
      route: 'GET /app/api/map',
      // Also for visitors of a shared flight, who are counted by address and see no take-offs.
      doors: { public: 'session' },
      schema: { querystring: MapQuery },
      respond: async (request, reply) => {
        const view = request.query
        if (view.west >= view.east) throw invalidRequest('west must be less than east.')
        if (view.south >= view.north) throw invalidRequest('south must be less than north.')
        const isSignedIn = request.session !== undefined
        const takeoffs = isSignedIn && view.zoom >= MIN_TAKEOFF_ZOOM ? findTakeoffs(view, MAX_TAKEOFFS) : []
        const map = await pool.run(view)
        reply.header('cache-control', 'private, max-age=3600')
        return sendCompressed(request, reply, { ...map, takeoffs: await takeoffs })
      },
    }),
    operation({
      route: 'GET /map/places',
      doors: { dashboard: 'session' },
      schema: { querystring: PlacesQuery },
      handle: async ({ userId }, { query }): Promise<FoundPlace[]> => {
        const wanted = fold(query.text.trim())
        const own = (await listOwnTakeoffs(userId)).filter(({ name }) => hasWord(fold(name), wanted))
        const towns = wanted === '' ? [] : await pool.findTowns(wanted, MAX_FOUND)
        return [
          ...own.map((place) => ({ ...place, kind: 'takeoff' as const })),
          ...towns.map(({ name, country, lat, lng }) => ({ kind: 'town' as const, name, country, lat, lng })),
        ].slice(0, MAX_FOUND)
      },
    }),
  ]
}
