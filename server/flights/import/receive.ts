// The body of an import, raw or multipart: written to a file as it comes: its size costs no memory. The file has
// no name any more by then: it is gone with the process, however that ends.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { open, type FileHandle, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { BusboyFileStream } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { ApiError, invalidRequest, payloadTooLarge, temporarilyUnavailable } from '#server/platform/errors.ts'
import { hasRoom } from '#server/platform/files/disk.ts'
import { PRIVATE_FILE } from '#server/platform/files/private-files.ts'
import { readContentDisposition } from '../record/text/file-name.ts'
import { oneFile, startParser } from '../upload/multipart.ts'
import { MULTIPART_FRAME_BYTES, RAW_TYPES } from '../upload/read-request.ts'

export interface ReceivedArchive {
  /** The handle of the file: closing it frees the disk. */
  handle: FileHandle
  fileName: string | undefined
}

/** The size of the archive itself: flights that are not compressed at all fit just as well. */
export const MAX_ARCHIVE_BYTES = 200 * 1024 * 1024
/** Archives of many senders at once must not fill the disk: each asks again after so many bytes. */
const ROOM_CHECK_BYTES = 1024 * 1024
const RETRY_AFTER_SECONDS = 60
const MULTIPART = 'multipart/form-data'

/** A hook that runs before the body is read: one that can only be refused is not waited for. */
export async function requireArchiveBody({ headers }: FastifyRequest): Promise<void> {
  if (Number(headers['content-length'] ?? 0) > MAX_ARCHIVE_BYTES + MULTIPART_FRAME_BYTES) throw tooLarge()
  const type = mediaTypeOf(headers['content-type'])
  if (type !== MULTIPART && !RAW_TYPES.includes(type)) throw unknownType()
}

/** The caller closes the file. */
export async function receiveArchive(request: FastifyRequest, folder: string): Promise<ReceivedArchive> {
  const handle = await openNameless(folder)
  try {
    const body = request.body as Readable | undefined
    if (!body) throw empty()
    const { headers } = request
    const fileName =
      mediaTypeOf(headers['content-type']) === MULTIPART
        ? await receivePart(body, headers['content-type'] ?? '', { handle, folder })
        : await receiveRaw(body, headers['content-disposition'], { handle, folder })
    return { handle, fileName }
  } catch (error) {
    await handle.close()
    // The rest of a refused body is read and dropped for the client to see the answer.
    ;(request.body as Readable | undefined)?.resume()
    throw error
  }
}

async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `import-${randomUUID()}`)
  const handle = await open(path, 'wx+', PRIVATE_FILE)
  await unlink(path)
  return handle
}

async function receiveRaw(body: Readable, disposition: string | undefined, spool: Spool) {
  await write(body, spool)
  return disposition === undefined ? undefined : readContentDisposition(`;${disposition}`)
}

async function receivePart(body: Readable, contentType: string, spool: Spool): Promise<string | undefined> {
  const parser = startParser(contentType, oneFile)
  const failed = Promise.withResolvers<never>()
  const finished = once(parser, 'finish')
  let fileName: string | undefined
  let written: Promise<void> | undefined
  parser.on('error', () => failed.reject(broken()))
  parser.on('file', (name, stream: BusboyFileStream, partName) => {
    if (name !== 'file' || written) {
      stream.resume()
      failed.reject(invalidRequest('Send one archive, in the part named file.'))
      return
    }
    fileName = partName
    written = write(stream, spool)
    written.catch(failed.reject)
  })
  // Whichever comes first is awaited; what fails after that is no news.
  finished.catch(() => undefined)
  failed.promise.catch(() => undefined)
  await Promise.race([feed(body, parser).then(() => finished), failed.promise])
  if (!written) throw invalidRequest('There is no part named file: it must hold the archive.')
  await written
  return fileName
}

async function feed(body: Readable, parser: Writable): Promise<void> {
  for await (const chunk of readChunks(body)) if (!parser.write(chunk)) await once(parser, 'drain')
  parser.end()
}

interface Spool {
  handle: FileHandle
  /** Whose disk it is on. */
  folder: string
}

async function write(from: Readable, { handle, folder }: Spool): Promise<void> {
  let length = 0
  let checkAt = 0
  for await (const chunk of readChunks(from)) {
    length += chunk.length
    if (length > MAX_ARCHIVE_BYTES) throw tooLarge()
    if (length > checkAt && !(await hasRoom(folder))) throw noRoom()
    if (length > checkAt) checkAt = length + ROOM_CHECK_BYTES
    await handle.writev([chunk])
  }
  if (length === 0) throw empty()
}

/** Leaving the loop early does not destroy the connection, on which the refusal must go out. */
async function* readChunks(from: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of from.iterator({ destroyOnReturn: false })) yield chunk as Uint8Array
  } catch (error) {
    throw error instanceof ApiError ? error : broken()
  }
}

function mediaTypeOf(contentType: string | undefined): string {
  return contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
}

const tooLarge = () =>
  payloadTooLarge(`The archive is larger than ${MAX_ARCHIVE_BYTES} bytes: split it into several.`)
const noRoom = () =>
  temporarilyUnavailable('There is no room for archives right now; try again later.', RETRY_AFTER_SECONDS)
const broken = () =>
  invalidRequest('The body is broken, or the connection ended before the whole archive had arrived.')
const empty = () => invalidRequest('The body is empty: the archive is missing.')
const unknownType = () =>
  invalidRequest(
    'This Content-Type is not supported: send a ZIP archive as application/zip, or as multipart/form-data with a part named file.',
  )
