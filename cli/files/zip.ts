// The IGC files of a ZIP archive (APPNOTE 6.3: central directory, stored or deflated).
import { inflateRawSync } from 'node:zlib'

/** The service takes a fraction of it at most: anything larger is no flight. */
const MAX_FILE_BYTES = 64 * 1024 * 1024
const END = 0x06054b50
const ENTRY = 0x02014b50

export interface ZippedFile {
  name: string
  read: () => Buffer
}

export class ZipError extends Error {}

export function listZip(zip: Buffer): ZippedFile[] {
  // At the end of the file, before a comment of at most 64 KiB.
  const end = zip.lastIndexOf(Uint8Array.of(0x50, 0x4b, 5, 6))
  if (end < 0 || end + 22 > zip.length || zip.readUInt32LE(end) !== END)
    throw new ZipError('it is no ZIP archive')
  const files: ZippedFile[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== ENTRY) throw new ZipError('its directory is broken')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      zip.readUInt16LE(at + offset),
    )
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength!)
    const entry = at
    files.push({ name, read: () => readEntry(zip, entry) })
    at += 46 + nameLength! + extraLength! + commentLength!
  }
  return files
}

function readEntry(zip: Buffer, entry: number): Buffer {
  const method = zip.readUInt16LE(entry + 10)
  const length = zip.readUInt32LE(entry + 20)
  const header = zip.readUInt32LE(entry + 42)
  if (header + 30 > zip.length) throw new ZipError('its directory is broken')
  const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
  const stored = zip.subarray(start, start + length)
  if (method === 0) return stored
  if (method !== 8) throw new ZipError(`it is packed by a method (${method}) that is not known`)
  return inflateRawSync(stored, { maxOutputLength: MAX_FILE_BYTES })
}
