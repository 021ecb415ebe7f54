// Random bytes of the system's generator, fetched in bulk: a call for each id would cost more than the id.
import { randomBytes } from 'node:crypto'

const POOL_BYTES = 4096
let pool = Buffer.alloc(0)
let used = 0

/** Never handed out twice. A pool is not filled again but replaced, so bytes that were taken never change. */
export function takeRandomBytes(count: number): Buffer {
  if (used + count > pool.length) {
    pool = randomBytes(Math.max(count, POOL_BYTES))
    used = 0
  }
  used += count
  return pool.subarray(used - count, used)
}
