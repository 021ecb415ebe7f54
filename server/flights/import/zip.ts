// Reads the flights in a ZIP: one at a time, within limits that are checked before anything is inflated. Names are only
// ever shown and never used as a path.
import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, fromFdPromise, getFileNameLowLevel, type ZipFile } from 'yauzl'
import type { Config } from '#server/platform/config.ts'
import { invalidRequest, payloadTooLarge } from '#server/platform/errors.ts'
import { MAX_PHOTO_BYTES } from '#contract/logbook/lengths.ts'
import { cleanText } from '../record/text/file-name.ts'
import { explainSkip, isFlightName, readPhotoName } from './entry-names.ts'

export interface ZipLimits {
  /** Flights in one archive. */
  maxFiles: number
  /** The limit for one flight. */
  maxFileBytes: number
  /** The limit for all flights together. */
  maxInflatedBytes: number
  /** How many times its compressed size a file may have. */
  maxRatio: number
}

/** The flight, and which of its photos. */
export type PhotoName = NonNullable<ReturnType<typeof readPhotoName>>

export type ZipEntry =
  | {
      kind: 'flight'
      name: string
      bytes: Uint8Array
      description: string | undefined
      partOf?: string
    }
  | { kind: 'photo'; name: string; bytes: Uint8Array; description: string | undefined; of: PhotoName }
  | { kind: 'skipped' | 'refused'; name: string; reason: string; gliders?: string | undefined }

const MIB = 1024 * 1024
/** Entries of any kind: an export has up to eight for each flight, a phone's folder has pictures too. */
const MAX_ENTRIES = 5000
/** Names, comments and extra fields of all entries. */
const MAX_DIRECTORY_BYTES = 4 * MIB
const MAX_DESCRIPTION_BYTES = MIB / 2
const MAX_NAME_LENGTH = 255
/** The pilot's list in an export. */
export const GLIDERS_NAME = 'gliders.json'

export function zipLimits({ maxUploadBytes }: Pick<Config, 'maxUploadBytes'>): ZipLimits {
  return { maxFiles: 500, maxFileBytes: maxUploadBytes, maxInflatedBytes: 200 * MIB, maxRatio: 100 }
}

/** By the bytes with which an archive begins: of its first file, or of the directory of an empty one. */
export function isZip(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1')
  return start === 'PK\u0003\u0004' || start === 'PK\u0005\u0006'
}

/**
 * Every entry in the order of the archive's directory, photos of flights after all others, from memory or from an open file. An entry that cannot be used
 * costs no other; an archive that is cut off or beyond the limits is refused (400, 413) before its first entry.
 */
export async function* readZip(source: Uint8Array | number, limits: ZipLimits): AsyncGenerator<ZipEntry> {
  const zip = await open(source)
  const listed = await listEntries(zip)
  const names = new Map(listed.map((item) => [item.name, item.entry]))
  const photos = listed.filter(({ name }) => readPhotoName(name, names) !== undefined)
  requireWithin(listed, photos, limits, zip.fileSize)
  for (const { name, entry } of listed) {
    if (readPhotoName(name, names)) continue
    const skipped = explainSkip(name, entry.uncompressedSize, names)
    if (skipped !== undefined) {
      const gliders = name === GLIDERS_NAME ? await readText(zip, entry) : undefined
      yield { kind: 'skipped', name, reason: skipped, gliders }
      continue
    }
    const file = await readFile(zip, { name, entry }, limits)
    if ('kind' in file) yield file
    else yield { kind: 'flight', ...file, description: await readDescription(zip, names, name) }
  }
  for (const { name, entry } of photos) {
    const file = await readFile(zip, { name, entry }, { ...limits, maxFileBytes: MAX_PHOTO_BYTES })
    const of = readPhotoName(name, names)!
    if ('kind' in file) yield file
    else yield { kind: 'photo', ...file, of, description: await readDescription(zip, names, of.flightName) }
  }
}

async function readFile(
  zip: ZipFile,
  { name, entry }: Listed,
  limits: ZipLimits,
): Promise<{ name: string; bytes: Uint8Array } | (ZipEntry & { kind: 'refused' | 'skipped' })> {
  const refusal = explainRefusal(entry, limits)
  const bytes = refusal === undefined ? await inflate(zip, entry) : undefined
  if (bytes) return { name, bytes }
  return { kind: 'refused', name, reason: refusal ?? 'This file is damaged in the archive.' }
}

/** How many of its files are flights, by their names; throws when it is no archive. */
export async function countFlights(source: Uint8Array): Promise<number> {
  const listed = await listEntries(await open(source))
  return listed.filter(({ name }) => isFlightName(name)).length
}

interface Listed {
  name: string
  entry: Entry
}

const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: false }

async function open(source: Uint8Array | number): Promise<ZipFile> {
  try {
    // The sizes are checked file by file: a wrong one does not cost the others.
    if (typeof source === 'number') return await fromFdPromise(source, options)
    return await fromBufferPromise(Buffer.from(source.buffer, source.byteOffset, source.length), options)
  } catch {
    throw notWhole()
  }
}

async function listEntries(zip: ZipFile): Promise<Listed[]> {
  if (zip.entryCount > MAX_ENTRIES) throw tooManyEntries()
  const listed: Listed[] = []
  let directoryBytes = 0
  const entries = zip.eachEntry()
  for (;;) {
    const { value: entry, done } = await entries.next().catch(() => {
      throw notWhole()
    })
    if (done) return listed
    directoryBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
    if (directoryBytes > MAX_DIRECTORY_BYTES) throw tooManyEntries()
    listed.push({ name: readName(entry), entry })
  }
}

/** Many tools write UTF-8 without saying so. */
function readName({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  return cleanText(
    decodeName(fileNameRaw) ?? getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false),
  )
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '..' && part !== '.')
    .join('/')
    .replace(/^\/+/, '')
    .slice(-MAX_NAME_LENGTH)
    .replace(/^[\udc00-\udfff]/, '')
}

function decodeName(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** By what the directory says: a file that turns out to be larger is refused when it is read. */
function requireWithin(
  listed: readonly Listed[],
  photos: readonly Listed[],
  limits: ZipLimits,
  archiveBytes: number,
): void {
  const flights = listed.filter(({ name }) => isFlightName(name))
  if (flights.length > limits.maxFiles) throw tooManyFlights(limits.maxFiles)
  const inflatedBytes = [...flights, ...photos].reduce((sum, { entry }) => sum + entry.uncompressedSize, 0)
  if (inflatedBytes > limits.maxInflatedBytes) throw tooLarge(limits.maxInflatedBytes)
  // Files may overlap in the archive: each is within the limit, and all together are not.
  if (inflatedBytes > archiveBytes * limits.maxRatio) throw tooDense(limits.maxRatio)
}

function explainRefusal(entry: Entry, { maxFileBytes, maxRatio }: ZipLimits): string | undefined {
  if (entry.isEncrypted()) return 'This file is encrypted: put it into the archive without a password.'
  if (!entry.canDecodeFileData())
    return 'This file is compressed in an unusual way: use Deflate, or no compression.'
  if (entry.uncompressedSize > maxFileBytes)
    return `This file is larger than ${maxFileBytes} bytes, the most this service accepts.`
  if (entry.uncompressedSize > entry.compressedSize * maxRatio)
    return `This file is compressed more than ${maxRatio} to 1, which no flight is.`
  return undefined
}

/** Undefined when it is damaged. */
async function inflate(zip: ZipFile, entry: Entry): Promise<Uint8Array | undefined> {
  try {
    const bytes = Buffer.allocUnsafeSlow(entry.uncompressedSize)
    let length = 0
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      const piece = chunk as Uint8Array
      // Leaving the loop ends the stream: a bomb is inflated no further than it says.
      if (length + piece.length > bytes.length) return undefined
      bytes.set(piece, length)
      length += piece.length
    }
    return length === bytes.length && crc32(bytes) === entry.crc32 ? bytes : undefined
  } catch {
    return undefined
  }
}

/** The description of the flight by an export of this service, in the file next to it. */
async function readDescription(
  zip: ZipFile,
  names: ReadonlyMap<string, Entry>,
  name: string,
): Promise<string | undefined> {
  const entry = names.get(name.replace(/\.[^./]+$/, '.json'))
  return entry && readText(zip, entry)
}

async function readText(zip: ZipFile, entry: Entry): Promise<string | undefined> {
  if (entry.uncompressedSize > MAX_DESCRIPTION_BYTES || !entry.canDecodeFileData()) return undefined
  const bytes = await inflate(zip, entry)
  return bytes && Buffer.from(bytes).toString('utf8')
}

const notWhole = () => invalidRequest('This is not a ZIP archive, or it is broken or cut off.')
const tooManyEntries = () =>
  payloadTooLarge(`The archive has more than ${MAX_ENTRIES} files, or too long names: split it.`)
const tooManyFlights = (max: number) =>
  payloadTooLarge(`The archive has more than ${max} flights: split it into several.`)
const tooLarge = (max: number) =>
  payloadTooLarge(`The flights in the archive have more than ${max} bytes together: split it into several.`)
const tooDense = (ratio: number) =>
  payloadTooLarge(`The archive is compressed more than ${ratio} to 1, which no flights are.`)
