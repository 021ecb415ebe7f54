import { takeRandomBytes } from './random.ts'

export const ID_PATTERN = /^[a-f0-9]{24}$/

/** 24 hexadecimal characters, in order of time: 4 bytes of seconds, 8 random. */
export function createId(nowMs: number): string {
  const bytes = takeRandomBytes(12)
  bytes.writeUInt32BE(Math.floor(nowMs / 1000), 0)
  return bytes.toString('hex')
}
