// GET /app/tiles/shade/{z}/{x}/{y}: hill shading for the map of a flight. Also for visitors, who are counted by address.
import type { ServerResponse } from 'node:http'
import { type Static, Type } from 'typebox'
import { toNetwork } from '#server/access/address.ts'
import { createLimiter } from '#server/access/limits/limiter.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { SessionServices } from '#server/access/session.ts'
import { invalidRequest, notFound } from '#server/platform/errors.ts'
import { matchesEtag } from '#server/platform/http/conditional.ts'
import { createCache } from '#terrain/cache.ts'
import { writePng } from '#terrain/shading/png.ts'
import { MAX_ZOOM, MIN_ZOOM, type Tile } from '#terrain/shading/shade.ts'
import type { Terrain } from './terrain.ts'

const PATH = '/app/tiles/shade/:z/:x/:y'
const MAX_KEPT_BYTES = 8 * 1024 * 1024
const CACHE_CONTROL = 'private, max-age=604800'

const number = Type.String({ pattern: '^\\d{1,4}$' })
const TileParams = Type.Object({ z: number, x: number, y: number })
/** The version of the files: a browser may keep its tiles, since new files have new addresses. */
const TileQuery = Type.Object({ v: Type.Optional(Type.String({ maxLength: 64 })) })

/** The address of the tiles in the page, for Leaflet. */
export function addressTiles({ version }: Pick<Terrain, 'version'>): string {
  return `/app/tiles/shade/{z}/{x}/{y}?v=${version}`
}

export function declareShadingTiles(services: SessionServices, terrain: Terrain | undefined): Operation[] {
  if (!terrain) return []
  // A view of the map has about ten. All are drawn by one thread, and this is what one user gets of it at most.
  const { requests, windowSeconds } = services.config.rateLimits
  const drawn = createLimiter(services, 'shading', requests, windowSeconds)
  const kept = createCache<Uint8Array>(MAX_KEPT_BYTES)
  return [
    operation({
      route: `GET ${PATH}`,
      doors: { public: 'own' },
      schema: { params: TileParams, querystring: TileQuery },
      noSuch: noSuchTile,
      respond: async (request, reply) => {
        const { z, x, y } = requireTile(request.params)
        const key = `${z}-${x}-${y}`
        const etag = `"${terrain.version}-${key}"`
        reply.headers({ etag, 'cache-control': CACHE_CONTROL })
        if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
        let png = kept.find(key)
        if (!png) {
          const session = request.session ?? (await services.findSession(request.headers))
          const caller = session?.userId ?? toNetwork(request.ip)
          // Only what has to be drawn counts.
          await drawn.require(caller)
          png = (await terrain.shade(caller, { z, x, y }, whileConnected(reply.raw))) ?? transparent
          kept.keep(key, png, png.length)
        }
        return reply.type('image/png').send(Buffer.from(png.buffer, png.byteOffset, png.length))
      },
    }),
  ]
}

const noSuchTile = () => notFound('There is no such tile.')

function requireTile(params: Static<typeof TileParams>): Tile {
  const [z, x, y] = [Number(params.z), Number(params.x), Number(params.y)]
  if (z < MIN_ZOOM || z > MAX_ZOOM || x >= 2 ** z || y >= 2 ** z) throw noSuchTile()
  return { z, x, y }
}

/** A map that was moved on cancels its requests: they are not waited for any more. */
function whileConnected(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => controller.abort(goneAway()))
  return controller.signal
}

const goneAway = () => invalidRequest('The connection ended before the tile was drawn.')

/** One pixel, for a tile without heights. */
const transparent = writePng(new Uint8Array(1), 1, { colours: new Uint8Array(3), alphas: new Uint8Array(1) })
