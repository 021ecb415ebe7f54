// Secrets that a leak scanner recognises and in which a typo shows: prefix, 43 random base-62 digits (256 bits), CRC-32.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { crc32 } from 'node:zlib'

export const secretPrefixes = {
  key: 'cst_key_',
  accessToken: 'cst_at_',
  refreshToken: 'cst_rt_',
  clientSecret: 'cst_sec_',
} as const

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 43
const CHECKSUM_LENGTH = 6
const SECRET_SHAPE = /^cst_(?:key|at|rt|sec)_[0-9A-Za-z]{49}$/

export function createSecret(prefix: string): string {
  const random = prefix + createDigits(RANDOM_LENGTH)
  return random + checksum(random)
}

/** The same whenever it is asked for; nobody without the installation's secret can guess it. */
export function deriveSecret(prefix: string, secret: string, purpose: string): string {
  const digits = prefix + signText(secret, purpose, '').replaceAll(/[-_]/g, '0')
  return digits + checksum(digits)
}

const LINK_LENGTH = 22

/** 131 random bits for an address that is a secret by itself: short enough to be passed on. */
export function createLinkToken(): string {
  return createDigits(LINK_LENGTH)
}

/** Whether the text could be one of our secrets: a mistyped one is refused without a look-up. */
export function isWellFormedSecret(text: string): boolean {
  if (!SECRET_SHAPE.test(text)) return false
  return text.slice(-CHECKSUM_LENGTH) === checksum(text.slice(0, -CHECKSUM_LENGTH))
}

/** The stored form of a secret. Its 256 random bits need no salt and no slow hash. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret)
}

export function equalInConstantTime(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  while (digits.length < CHECKSUM_LENGTH) {
    digits = ALPHABET.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** Every digit is equally likely: bytes from 248 on would favour some and are rejected, so a few more are taken. */
function createDigits(length: number): string {
  const digits = Buffer.allocUnsafe(length)
  let count = 0
  while (count < length) {
    const bytes = randomBytes(length + 8)
    for (let index = 0; index < bytes.length && count < length; index++) {
      const byte = bytes[index]!
      if (byte < 248) digits[count++] = ALPHABET.charCodeAt(byte % 62)
    }
  }
  return digits.toString('latin1')
}

/** A key for one purpose, derived from the installation's secret. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'cloudstreet', purpose, 32))
}

export function signText(secret: string, purpose: string, text: string): string {
  return createHmac('sha256', deriveKey(secret, purpose)).update(text).digest('base64url')
}

/** The installation's secrets: the first signs and seals; each of them verifies and opens. */
export type Secrets = readonly [string, ...string[]]

export function isSigned(secrets: Secrets, purpose: string, text: string, signature: string): boolean {
  return secrets.some((secret) => equalInConstantTime(signature, signText(secret, purpose, text)))
}

/** The purpose of a sealed text, and the row it is in: copied into another row, it does not open. */
export interface Binding {
  purpose: string
  id: string
}

/**
 * The formats of a sealed text that this release opens; a text begins with its name. A new one is only opened
 * in the release that brings it, and written in the release after, when no node is left that cannot open it.
 */
export const sealedFormats = ['cs1'] as const
// Before these bytes were written, texts were not bound to their rows.
const BOUND = Buffer.from(`${sealedFormats[0]}:`)

export function seal([secret]: Secrets, { purpose, id }: Binding, text: string): Uint8Array {
  return Buffer.concat([BOUND, encryptText(secret, purpose, text, id)])
}

export function openSealed(secrets: Secrets, { purpose, id }: Binding, sealed: Uint8Array): string {
  for (const secret of isBound(sealed) ? secrets : []) {
    const text = tryDecrypt(secret, purpose, sealed.subarray(BOUND.length), id)
    if (text !== undefined) return text
  }
  throw new Error(`The sealed ${purpose} of ${id} cannot be opened with CLOUDSTREET_SECRET.`)
}

/** Sealed with the first secret and bound to its row; undefined when it is already. */
export function reseal(secrets: Secrets, binding: Binding, sealed: Uint8Array): Uint8Array | undefined {
  const [first] = secrets
  if (isBound(sealed)) {
    const text = openSealed(secrets, binding, sealed)
    const isCurrent =
      tryDecrypt(first, binding.purpose, sealed.subarray(BOUND.length), binding.id) !== undefined
    return isCurrent ? undefined : seal(secrets, binding, text)
  }
  for (const secret of secrets) {
    const text = tryDecrypt(secret, binding.purpose, sealed)
    if (text !== undefined) return seal(secrets, binding, text)
  }
  throw new Error(`The sealed ${binding.purpose} of ${binding.id} cannot be opened with CLOUDSTREET_SECRET.`)
}

function isBound(sealed: Uint8Array): boolean {
  return BOUND.equals(sealed.subarray(0, BOUND.length))
}

function tryDecrypt(secret: string, purpose: string, sealed: Uint8Array, id?: string): string | undefined {
  try {
    return decryptText(secret, purpose, sealed, id)
  } catch {
    return undefined
  }
}

/** AES-256-GCM: nonce, tag, ciphertext. It opens with the same `id` only. */
export function encryptText(secret: string, purpose: string, text: string, id = ''): Uint8Array {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, purpose), nonce).setAAD(Buffer.from(id))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

export function decryptText(secret: string, purpose: string, sealed: Uint8Array, id = ''): string {
  const bytes = Buffer.from(sealed)
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret, purpose), bytes.subarray(0, 12))
  decipher.setAAD(Buffer.from(id)).setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
