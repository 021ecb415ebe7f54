// A photo in one of its two sizes: it never changes, so its hash is its tag.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PhotoQuery } from '#contract/logbook/photo.ts'
import { openContent } from '#server/platform/files/content.ts'
import { matchesEtag } from '#server/platform/http/conditional.ts'
import { type ReadingServices, readPlaced } from '../files/files.ts'
import { photoFiles } from '../files/tables.ts'
import { noSuchPhoto } from './photos.ts'
import { findLarge, findPhotoHash, findSmall } from './store.ts'

export interface PhotoRequest extends PhotoQuery {
  ownerId: string
  flightId: string
  photoId: string
}

export async function sendPhoto(
  services: ReadingServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { ownerId, flightId, photoId, size = 'large' }: PhotoRequest,
  cacheControl?: string,
): Promise<FastifyReply> {
  const hash = await findPhotoHash(services.db.sql, ownerId, flightId, photoId)
  if (hash === undefined) throw noSuchPhoto()
  const etag = `"${hash}-${size}"`
  reply.headers({ etag, vary: 'Authorization' })
  if (cacheControl !== undefined) reply.header('cache-control', cacheControl)
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const bytes =
    size === 'small' ? await findSmall(services.db.sql, photoId) : await readLarge(services, photoId)
  if (!bytes) throw noSuchPhoto()
  // A picture and nothing else, also for somebody who opens its address in a tab.
  reply.header('content-security-policy', "default-src 'none'; sandbox")
  return reply.type('image/webp').send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

/** Compared with its hash before the first byte is sent. */
export async function readLarge(services: ReadingServices, photoId: string): Promise<Uint8Array | undefined> {
  const file = await findLarge(services.db.sql, photoId)
  return file && openContent(await readPlaced(services, photoFiles, file), file.byteLength)
}
