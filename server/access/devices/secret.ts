// Secrets of devices: passwords that a person types with a knob, and the tokens of paired instruments.
import { randomBytes, randomInt } from 'node:crypto'

/** Without what looks alike: 0 and O, 1, I and L. */
export const DEVICE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const PASSWORD_LENGTH = 16
const PASSWORD = new RegExp(`^[${DEVICE_ALPHABET}]{${PASSWORD_LENGTH}}$`)
/** The prefix and the length that the firmware of the Leaf demands. */
const TOKEN = /^llk_[\w-]{43}$/

/** 79 random bits, as they are hashed: a fast hash is enough, as for every other credential. */
export function createDevicePassword(): string {
  return createCode(PASSWORD_LENGTH)
}

export function createDeviceToken(): string {
  return `llk_${randomBytes(32).toString('base64url')}`
}

/** Random letters that are easily read off a screen and typed. */
export function createCode(length: number, alphabet = DEVICE_ALPHABET): string {
  let letters = ''
  while (letters.length < length) letters += alphabet.charAt(randomInt(alphabet.length))
  return letters
}

/** Such a code as a person types it, in any case and with whatever between its letters. */
export function readCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}

/** In groups of four, as it is shown. */
export function formatDevicePassword(letters: string): string {
  return letters.replaceAll(/.{4}(?=.)/g, '$&-')
}

/** As it is hashed, whatever its case, blanks and dashes; undefined when it can be no secret of a device. */
export function readDeviceSecret(typed: string): string | undefined {
  if (TOKEN.test(typed)) return typed
  // Longer than anybody types: not worth reading.
  if (typed.length > 100) return undefined
  const letters = typed.replaceAll(/[\s\p{Pd}]/gu, '').toUpperCase()
  return PASSWORD.test(letters) ? letters : undefined
}
