// The code a user types: XXXX-XXXX, without vowels and look-alikes (RFC 8628 6.1).
import { randomInt } from 'node:crypto'
import { hashSecret } from '#server/platform/secrets.ts'

const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 8
const LETTERS = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`)

export function createUserCode(): string {
  let letters = ''
  while (letters.length < LENGTH) letters += ALPHABET.charAt(randomInt(ALPHABET.length))
  return formatUserCode(letters)
}

/** As typed by a person: any case, with or without the dash. Undefined when it cannot be a code. */
export function readUserCode(typed: string): string | undefined {
  const letters = typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return LETTERS.test(letters) ? formatUserCode(letters) : undefined
}

export function hashUserCode(userCode: string): string {
  return hashSecret(`user code ${userCode}`)
}

function formatUserCode(letters: string): string {
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}
