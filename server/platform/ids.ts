import { randomBytes } from 'node:crypto'
import { ID_PATTERN as PATTERN } from '#contract/values.ts'

export const ID_PATTERN = new RegExp(PATTERN)

const COUNT_BITS = 14
const START_BELOW = 2 ** (COUNT_BITS - 1)

let moment = 0
let count = 0

/**
 * 24 hexadecimal characters, in order of time: 4 bytes of seconds, 3 of milliseconds and a count within the millisecond
 * from a random start, 5 random. Rows written together are then together in an index, on one page instead of many. The
 * count begins again with each millisecond: two ids of one caller do not tell how many others were made between them.
 */
export function createId(nowMs: number): string {
  const bytes = randomBytes(12)
  const now = Math.floor(nowMs)
  count = now === moment ? count + 1 : bytes.readUInt16BE(4) % START_BELOW
  moment = now
  const second = Math.floor(now / 1000)
  bytes.writeUInt32BE(second, 0)
  bytes.writeUIntBE(((now - second * 1000) * 2 ** COUNT_BITS + count) % 2 ** 24, 4, 3)
  return bytes.toString('hex')
}
