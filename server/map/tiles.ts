// GET /app/tiles/map.pmtiles: the operator's own map, part by part. The browser finds its tiles in it by itself.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { hash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { toNetwork } from '#server/access/address.ts'
import { createLimiter } from '#server/access/limits/limiter.ts'
import { ConfigError } from '#server/platform/config.ts'
import { ApiError, invalidRequest } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'

/** Directories and tiles are smaller. */
const MAX_PART_BYTES = 2 * 1024 * 1024
const VECTOR_TILES = 1

/** Throws with a sentence. */
function requireMapFile(path: string): void {
  const head = Buffer.alloc(127)
  try {
    const file = openSync(path, 'r')
    readSync(file, head)
    closeSync(file)
  } catch (error) {
    throw new ConfigError(`MAP_PMTILES: ${path} cannot be read (${(error as Error).message}).`)
  }
  if (head.toString('latin1', 0, 7) !== 'PMTiles' || head[7] !== 3)
    throw new ConfigError(`MAP_PMTILES: ${path} is no PMTiles file of version 3.`)
  if (head[99] !== VECTOR_TILES) throw new ConfigError(`MAP_PMTILES: ${path} has no vector tiles.`)
}

/** Also for visitors of a shared flight, so everyone is counted by address. */
export function declareMapFile(services: Services): Operation[] {
  const { mapFile } = services.config
  if (!mapFile) return []
  const { path, address } = mapFile
  requireMapFile(path)
  const { requests, windowSeconds } = services.config.rateLimits
  // A view takes about ten parts, and reading one costs next to nothing.
  const parts = createLimiter(services, 'map-file', requests * 5, windowSeconds)
  return [
    operation({
      route: `GET ${address}` as `GET /${string}`,
      doors: { public: 'own' },
      respond: async (request, reply) => {
        await parts.require(toNetwork(request.ip))
        const file = await open(path)
        try {
          const { size, mtimeMs, ino } = await file.stat()
          // Strong: another file has another one, and its parts do not fit together with those of this one.
          const etag = `"${hash('sha256', `${size} ${mtimeMs} ${ino}`, 'base64url').slice(0, 22)}"`
          reply.headers({ etag, 'accept-ranges': 'bytes', 'cache-control': 'private, max-age=86400' })
          const before = request.headers['if-range'] ?? request.headers['if-match']
          if (before !== undefined && before !== etag) throw changed()
          const part = requirePart(request.headers.range, size)
          reply.code(206).header('content-range', `bytes ${part.from}-${part.from + part.length - 1}/${size}`)
          return await reply.type('application/octet-stream').send(await readPart(file, part))
        } finally {
          await file.close()
        }
      },
    }),
  ]
}

interface Part {
  from: number
  length: number
}

/** `bytes=0-16383`; no other form is asked for by maps, and none sends the whole file at once. */
function requirePart(range: string | undefined, size: number): Part {
  const match = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(range ?? '')
  if (!match) throw invalidRequest('Ask for one part of the file, such as Range: bytes=0-16383.')
  const from = Number(match[1])
  const to = Math.min(Number(match[2]), size - 1)
  if (from > to) throw outside(size)
  if (to - from >= MAX_PART_BYTES) throw invalidRequest(`A part has at most ${MAX_PART_BYTES} bytes.`)
  return { from, length: to - from + 1 }
}

async function readPart(file: FileHandle, { from, length }: Part): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, from)
  // It has become shorter meanwhile.
  if (bytesRead < length) throw changed()
  return bytes
}

const changed = () => new ApiError(412, 'precondition_failed', 'The file is another one now; begin again.')

const outside = (size: number) =>
  new ApiError(416, 'range_not_satisfiable', 'The file ends before this part.', {
    headers: { 'content-range': `bytes */${size}` },
  })
