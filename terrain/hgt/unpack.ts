// The bytes of a height file, plain or packed, to a grid. Nothing is unpacked whose size is not that of a height file, so
// that no file takes more memory than the largest of them.
import { gunzipSync } from 'node:zlib'
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
  } catch {
    // Damaged, or cut off.
  }
  return undefined
}

/** It ends with the size of what is in it: one buffer of that instead of many that are joined. */
function unpackGzip(bytes: Buffer): Buffer | undefined {
  const size = bytes.readUInt32LE(bytes.length - 4)
  return findShape(size) && gunzipSync(bytes, { chunkSize: size + 64, maxOutputLength: size })
}
