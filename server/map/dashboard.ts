// GET /app/api/map: the offline map of a view, for when no online tiles are configured.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { MapQuery, type MapTakeoff } from '#dashboard/map.ts'
import { sendCompressed } from '#server/platform/http/compress.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import type { Bounds } from './clip.ts'
import { createAtlasPool } from './pool.ts'

/** The take-offs in a view; supplied by the flights feature. */
export type FindTakeoffs = (bounds: Bounds, limit: number) => Promise<MapTakeoff[]>

const MAX_TAKEOFFS = 60
const MIN_TAKEOFF_ZOOM = 7

export function declareMapDashboard(app: App, findTakeoffs: FindTakeoffs): Operation[] {
  const pool = createAtlasPool()
  app.addHook('onClose', () => pool.destroy())
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
  ]
}
