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
import { takeRandomBytes } from './random.ts'

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

/** Whether the text could be one of our secrets: a mistyped one is refused without a look-up. */
export function isWellFormedSecret(text: string): boolean {
  if (!SECRET_SHAPE.test(text)) return false
  return text.slice(-CHECKSUM_LENGTH) === checksum(text.slice(0, -CHECKSUM_LENGTH))
}

/** What is stored of a secret. Its 256 random bits need no salt and no slow hash. */
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
    const bytes = takeRandomBytes(length + 8)
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

/** AES-256-GCM: nonce, tag, ciphertext. */
export function encryptText(secret: string, purpose: string, text: string): Uint8Array {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, purpose), nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

export function decryptText(secret: string, purpose: string, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed)
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret, purpose), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
