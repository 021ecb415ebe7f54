// The code a user types: XXXX-XXXX, without vowels and look-alikes (RFC 8628 6.1).
import { createCode, readCode } from '#server/access/devices/secret.ts'
import { hashSecret } from '#server/platform/secrets.ts'

const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 8
const LETTERS = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`)

export function createUserCode(): string {
  return formatUserCode(createCode(LENGTH, ALPHABET))
}

/** As typed by a person: any case, with or without the dash. Undefined when it cannot be a code. */
export function readUserCode(typed: string): string | undefined {
  const letters = readCode(typed)
  return LETTERS.test(letters) ? formatUserCode(letters) : undefined
}

export function hashUserCode(userCode: string): string {
  return hashSecret(`user code ${userCode}`)
}

function formatUserCode(letters: string): string {
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}
