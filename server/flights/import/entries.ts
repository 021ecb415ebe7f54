// The entries of an import: the files of a ZIP, or one IGC file; one that holds several recordings becomes a flight
// for each.
import { fstat, read as readCallback } from 'node:fs'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { splitRecordings } from '#igc/split.ts'
import { isZip, readZip, type ZipEntry, type ZipLimits } from './zip.ts'

const read = promisify(readCallback)
const stat = promisify(fstat)
const ZIP_START_BYTES = 4
const HAS_FIX = /^B\d{13}[NS]\d{8}[EW]/im

interface Source {
  /** In memory, or as an open file. */
  source: Uint8Array | number
  fileName: string | undefined
}

/** No more flights than an archive may have: a file beyond that stays whole, and is refused with its line. */
export async function* readEntries(from: Source, limits: ZipLimits): AsyncGenerator<ZipEntry> {
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
  return { ...entry, bytes, name: `${stem} (${number} of ${count})${extension}`, description: undefined }
}

async function* readFiles({ source, fileName }: Source, limits: ZipLimits): AsyncGenerator<ZipEntry> {
  const bytes = await readFlight(source, limits.maxFileBytes)
  if (bytes) yield { kind: 'flight', name: fileName ?? 'flight.igc', bytes, description: undefined }
  else yield* readZip(source, limits)
}

/** The bytes of an IGC file; undefined when it is something else, or larger than a flight may be. */
async function readFlight(source: Uint8Array | number, maxBytes: number): Promise<Uint8Array | undefined> {
  if (isZip(await readStart(source, ZIP_START_BYTES))) return undefined
  const length = typeof source === 'number' ? (await stat(source)).size : source.length
  if (length > maxBytes) return undefined
  const bytes = await readStart(source, length)
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
