// Passwords as they are stored: `salt:key`, both in hexadecimal, by scrypt with 32 MiB of memory a hash.
import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createFairSemaphore } from '#server/platform/concurrency/fair-semaphore.ts'
import type { PasswordHashing } from '#server/platform/services.ts'

// The hashes of every account were made with these: another cost needs a format that names it.
const COST = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
const KEY_BYTES = 64
const SALT_BYTES = 16

const derive = promisify<string, string, number, ScryptOptions, Buffer>(scrypt)

/** Each takes one of Node's four threads for a tenth of a second, and commits wait for one of these, too. */
const turns = createFairSemaphore({ permits: 2 })

/** The salt is hashed as its hexadecimal digits, not as the bytes they stand for. */
async function deriveKey(password: string, salt: string): Promise<Buffer> {
  const endTurn = await turns.acquire('')
  return derive(password.normalize('NFKC'), salt, KEY_BYTES, COST).finally(endTurn)
}

export const scryptHashing: PasswordHashing = {
  hash: async (password) => {
    const salt = randomBytes(SALT_BYTES).toString('hex')
    return `${salt}:${(await deriveKey(password, salt)).toString('hex')}`
  },
  verify: async (password, hash) => {
    const [salt = '', key = ''] = hash.split(':')
    const stored = Buffer.from(key, 'hex')
    const derived = await deriveKey(password, salt)
    return stored.length === derived.length && timingSafeEqual(stored, derived)
  },
}
