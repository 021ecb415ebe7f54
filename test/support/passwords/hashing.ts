// Passwords hashed with next to no work, for servers of tests: the real hash takes longer than most of them.
import assert from 'node:assert/strict'
import { randomBytes, scryptSync } from 'node:crypto'
import { scryptHashing } from '#server/accounts/auth/password-hash.ts'
import type { PasswordHashing } from '#server/platform/services.ts'
import type { TestServer } from '../server.ts'

const PREFIX = 'cheap'

export function hashCheaply(password: string, salt = randomBytes(8).toString('hex')): string {
  const key = scryptSync(password.normalize('NFKC'), salt, 32, { N: 2, r: 1, p: 1 })
  return [PREFIX, salt, key.toString('hex')].join(':')
}

export const cheapHashing: PasswordHashing = {
  hash: async (password) => hashCheaply(password),
  /** Also what a process of the service has hashed. */
  verify: async (password, hash) => {
    const [prefix, salt] = hash.split(':')
    if (prefix === PREFIX) return hashCheaply(password, salt) === hash
    return scryptHashing.verify(password, hash)
  },
}

/** The work that a guess costs anyone who has stolen the database: 32 MiB and 2^14 rounds. */
const REAL_COST = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }

/** The stored form of a password is expensive to guess. */
export async function assertRealHash(
  { services }: TestServer,
  email: string,
  password: string,
): Promise<void> {
  const [row] = await services.db.sql<{ hash: string }>`
    select password_hash as hash from users where email = ${email}`
  const [salt = '', key] = row?.hash.split(':') ?? []
  assert.match(salt, /^[0-9a-f]{32}$/)
  assert.equal(scryptSync(password, salt, 64, REAL_COST).toString('hex'), key)
}
