// Codes for a user who has lost the second factor: ten to print, each of which works once.
import { randomBytes } from 'node:crypto'
import { hashSecret } from '#server/platform/secrets.ts'

const COUNT = 10
const LENGTH = 16
/** Crockford's base 32: no letter looks like a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** 80 random bits each, such as `4k7q-x2mv-9d0a-tr5h`. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const digits = [...randomBytes(LENGTH)].map((byte) => ALPHABET.charAt(byte % 32)).join('')
    return digits.replaceAll(/.{4}(?=.)/g, '$&-')
  })
}

/** However it was typed: capitals, spaces, an O for a zero. Their 80 random bits need no slow hash. */
export function hashRecoveryCode(userId: string, typed: string): string {
  const code = typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return hashSecret(`${userId}:${code.replaceAll('o', '0').replaceAll(/[il]/g, '1')}`)
}
