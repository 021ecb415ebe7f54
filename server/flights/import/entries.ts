// The entries of an import: the files of a ZIP, or one IGC file; one that holds several recordings becomes a flight
// for each.
import { fstat, read as readCallback } from 'node:fs'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { splitRecordings } from '#igc/split.ts'
import { cleanFileName } from '../record/text/file-name.ts'
import { decompress, withoutGzip } from '../upload/gzip.ts'
import { isZip, readZip, type ZipEntry, type ZipLimits } from './zip.ts'

const read = promisify(readCallback)
const stat = promisify(fstat)
const ZIP_START_BYTES = 4
const HAS_FIX = /^B\d{13}[NS]\d{8}[EW]/im

/** In memory, as an open file, or file by file. */
export type Source = Uint8Array | number | readonly ZipEntry[]

export interface SentFlights {
  source: Source
  /** As its sender names it, or else by what it is. */
  fileName: string
  /** One IGC file, decompressed; undefined for an archive. */
  flight: Uint8Array | undefined
}

const isList = (source: Source): source is readonly ZipEntry[] => Array.isArray(source)

export async function identify(
  source: Source,
  name: string | undefined,
  { maxFileBytes }: ZipLimits,
): Promise<SentFlights> {
  const given = cleanFileName(name ?? '')
  if (isList(source)) return { source, fileName: given ?? 'files', flight: undefined }
  const flight = await readFlight(source, maxFileBytes)
  const fileName = flight ? (withoutGzip(given) ?? 'flight.igc') : (given ?? 'flights.zip')
  return { source, fileName, flight }
}

/** No more flights than an archive may have: a file beyond that stays whole, and is refused with its line. */
export async function* readEntries(from: SentFlights, limits: ZipLimits): AsyncGenerator<ZipEntry> {
  let flights = 0
  for await (const entry of readFiles(from, limits)) {
    if (entry.kind !== 'flight') {
      yield entry
      continue
    }
    const parts = splitRecordings(entry.bytes)
    const isSplit = parts.length > 1 && flights + parts.length <= limits.maxFiles
    flights += isSplit ? parts.length : 1
    if (!isSplit) yield entry
    else for (const [index, bytes] of parts.entries()) yield nameOne(entry, bytes, index + 1, parts.length)
  }
}

function nameOne(
  entry: ZipEntry & { kind: 'flight' },
  bytes: Uint8Array,
  number: number,
  count: number,
): ZipEntry {
  const extension = extname(entry.name)
  const stem = entry.name.slice(0, entry.name.length - extension.length)
  const name = `${stem} (${number} of ${count})${extension}`
  return { ...entry, bytes, name, description: undefined, partOf: entry.name }
}

async function* readFiles(
  { source, fileName, flight }: SentFlights,
  limits: ZipLimits,
): AsyncGenerator<ZipEntry> {
  if (isList(source)) yield* source
  else if (flight) yield { kind: 'flight', name: fileName, bytes: flight, description: undefined }
  else yield* readZip(source, limits)
}

/** The bytes of an IGC file; undefined when it is something else, or larger than a flight may be. */
async function readFlight(source: Uint8Array | number, maxBytes: number): Promise<Uint8Array | undefined> {
  if (isZip(await readStart(source, ZIP_START_BYTES))) return undefined
  const length = typeof source === 'number' ? (await stat(source)).size : source.length
  if (length > maxBytes) return undefined
  const bytes = await decompress(await readStart(source, length), maxBytes)
  return HAS_FIX.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'))
    ? bytes
    : undefined
}

async function readStart(source: Uint8Array | number, length: number): Promise<Uint8Array> {
  if (typeof source !== 'number') return source.subarray(0, length)
  const bytes = Buffer.allocUnsafeSlow(length)
  const { bytesRead } = await read(source, bytes, 0, length, 0)
  return bytes.subarray(0, bytesRead)
}
