// GET /app/tiles/shade/{z}/{x}/{y} and /app/tiles/heights/{z}/{x}/{y}: hill shading for the map of a flight, and heights for its
// contour lines and its view in three dimensions. Also for visitors, who are counted by address.
import type { ServerResponse } from 'node:http'
import { type Static, Type } from 'typebox'
import { toNetwork } from '#server/access/address.ts'
import { createLimiter } from '#server/access/limits/limiter.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { SessionServices } from '#server/access/session.ts'
import { invalidRequest, notFound } from '#server/platform/errors.ts'
import { compressAnswer } from '#server/platform/http/compress.ts'
import { matchesEtag } from '#server/platform/http/conditional.ts'
import { createCache } from '#terrain/cache.ts'
import { writePng } from '#terrain/shading/png.ts'
import { MAX_ZOOM, MIN_ZOOM } from '#terrain/shading/shade.ts'
import { HEIGHT_ZOOMS, type Tile } from '#terrain/tile.ts'
import type { Ground, Terrain } from './terrain.ts'

const MAX_KEPT_BYTES = 8 * 1024 * 1024
const CACHE_CONTROL = 'private, max-age=604800'

const number = Type.String({ pattern: '^\\d{1,4}$' })
const TileParams = Type.Object({ z: number, x: number, y: number })
/** The version of the files: a browser may keep its tiles, since new files have new addresses. */
const TileQuery = Type.Object({ v: Type.Optional(Type.String({ maxLength: 64 })) })

interface TileKind {
  path: string
  type: string
  zooms: { min: number; max: number }
  make(terrain: Terrain, ...rest: Parameters<Terrain['shade']>): Promise<Uint8Array | null>
  /** For a tile without heights. */
  nothing: Uint8Array
}

/** One pixel. */
const transparent = writePng(new Uint8Array(1), 1, { colours: new Uint8Array(3), alphas: new Uint8Array(1) })

const kinds: readonly TileKind[] = [
  {
    path: '/app/tiles/shade',
    type: 'image/png',
    zooms: { min: MIN_ZOOM, max: MAX_ZOOM },
    make: (terrain, ...rest) => terrain.shade(...rest),
    nothing: transparent,
  },
  {
    path: '/app/tiles/heights',
    type: 'application/octet-stream',
    zooms: HEIGHT_ZOOMS,
    make: (terrain, ...rest) => terrain.readTile(...rest),
    nothing: new Uint8Array(),
  },
]

/** The address of the tiles in the page, for Leaflet. */
export function addressTiles({ version }: Pick<Terrain, 'version'>): string {
  return `/app/tiles/shade/{z}/{x}/{y}?v=${version}`
}

export function declareTerrainTiles(services: SessionServices, ground: Ground): Operation[] {
  // A view of the map has about ten. All are made by one thread, and this is what one user gets of it at most.
  const { requests, windowSeconds } = services.config.rateLimits
  const made = createLimiter(services, 'shading', requests, windowSeconds)
  const kept = createCache<Uint8Array>(MAX_KEPT_BYTES)
  return kinds.map((kind) =>
    operation({
      route: `GET ${kind.path}/:z/:x/:y` as `GET /${string}`,
      doors: { public: 'own' },
      schema: { params: TileParams, querystring: TileQuery },
      noSuch: noSuchTile,
      respond: async (request, reply) => {
        const tile = requireTile(request.params, kind.zooms)
        const terrain = ground.find()
        if (!terrain) throw noSuchTile()
        const etag = `"${terrain.version}-${tile.z}-${tile.x}-${tile.y}"`
        const key = `${kind.path}-${etag}`
        reply.headers({ etag, 'cache-control': CACHE_CONTROL })
        if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
        let bytes = kept.find(key)
        if (!bytes) {
          const session = request.session ?? (await services.findSession(request.headers))
          const caller = session?.userId ?? toNetwork(request.ip)
          // Only what has to be made counts.
          await made.require(caller)
          bytes = (await kind.make(terrain, caller, tile, whileConnected(reply.raw))) ?? kind.nothing
          kept.keep(key, bytes, bytes.length)
        }
        const answer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
        reply.type(kind.type)
        if (kind.type === 'image/png') return reply.send(answer)
        reply.header('vary', 'Accept-Encoding')
        return reply.send(await compressAnswer(request, reply, answer))
      },
    }),
  )
}

const noSuchTile = () => notFound('There is no such tile.')

function requireTile(params: Static<typeof TileParams>, { min, max }: TileKind['zooms']): Tile {
  const [z, x, y] = [Number(params.z), Number(params.x), Number(params.y)]
  if (z < min || z > max || x >= 2 ** z || y >= 2 ** z) throw noSuchTile()
  return { z, x, y }
}

/** A map that was moved on cancels its requests: they are not waited for any more. */
function whileConnected(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => controller.abort(goneAway()))
  return controller.signal
}

const goneAway = () => invalidRequest('The connection ended before the tile was drawn.')
