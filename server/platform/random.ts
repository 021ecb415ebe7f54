// Random bytes of the system's generator, fetched many at once: one call for each id would cost more than the id.
import { randomBytes } from 'node:crypto'

const POOL_BYTES = 4096
let pool = Buffer.alloc(0)
let used = 0

/** Given to nobody else. A pool is filled once, so that what was taken stays as it was. */
export function takeRandomBytes(count: number): Buffer {
  if (used + count > pool.length) {
    pool = randomBytes(Math.max(count, POOL_BYTES))
    used = 0
  }
  used += count
  return pool.subarray(used - count, used)
}
