// The bytes of a height file, plain or packed, to a grid. Nothing is unpacked whose size is not that of a height file, so
// that no file takes more memory than the largest of them.
import { crc32, gunzipSync, inflateRawSync } from 'node:zlib'
import type { Grid } from '../grid.ts'
import { release } from '../release.ts'
import { findShape } from './format.ts'

/** Undefined when there are no heights in it. The bytes are its own from now on. */
export function readGrid(bytes: Buffer): Grid | undefined {
  const plain = unpack(bytes)
  const shape = plain && findShape(plain.length)
  if (!plain || !shape) return undefined
  // A view needs an even offset.
  const aligned = plain.byteOffset % 2 === 0 ? plain : Buffer.from(new Uint8Array(plain).buffer)
  if (aligned.buffer !== bytes.buffer) release(bytes)
  aligned.swap16()
  return { ...shape, heights: new Int16Array(aligned.buffer, aligned.byteOffset, aligned.length / 2) }
}

function unpack(bytes: Buffer): Buffer | undefined {
  if (findShape(bytes.length)) return bytes
  try {
    if (bytes.length > 18 && bytes.readUInt16BE(0) === 0x1f_8b) return unpackGzip(bytes)
    if (bytes.length > 22 && bytes.readUInt32LE(0) === LOCAL_HEADER) return unpackZip(bytes)
  } catch {
    // Damaged, or cut off.
  }
  return undefined
}

/** It ends with the size of what is in it. */
function unpackGzip(bytes: Buffer): Buffer | undefined {
  const size = bytes.readUInt32LE(bytes.length - 4)
  return findShape(size) && gunzipSync(bytes, inOnePiece(size))
}

/** One buffer of the right size instead of many that are joined. */
const inOnePiece = (size: number) => ({ chunkSize: size + 64, maxOutputLength: size })

const LOCAL_HEADER = 0x04_03_4b_50
const DIRECTORY_HEADER = 0x02_01_4b_50
const DIRECTORY_END = 0x06_05_4b_50
const STORED = 0
const DEFLATED = 8
/** An archive of one degree has one file, perhaps with some notes. */
const MAX_ENTRIES = 100

/** The first file in it whose size is that of a height file. */
function unpackZip(bytes: Buffer): Buffer | undefined {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  if (end < 0 || bytes.readUInt32LE(end) !== DIRECTORY_END) return undefined
  let at = bytes.readUInt32LE(end + 16)
  const count = Math.min(bytes.readUInt16LE(end + 10), MAX_ENTRIES)
  for (let entry = 0; entry < count && bytes.readUInt32LE(at) === DIRECTORY_HEADER; entry++) {
    if (findShape(bytes.readUInt32LE(at + 24))) return unpackEntry(bytes, at)
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return undefined
}

function unpackEntry(bytes: Buffer, at: number): Buffer | undefined {
  const [method, checksum] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 16)]
  const [packedSize, size] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)]
  const local = bytes.readUInt32LE(at + 42)
  const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
  const packed = bytes.subarray(from, from + packedSize)
  if (method !== STORED && method !== DEFLATED) return undefined
  const plain = method === STORED ? Buffer.from(packed) : inflateRawSync(packed, inOnePiece(size))
  return crc32(plain) === checksum ? plain : undefined
}
