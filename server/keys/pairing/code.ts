// The code that a device shows: six characters that do not look alike, for ten minutes.
import { createCode, DEVICE_ALPHABET, readCode } from '#server/access/devices/secret.ts'
import { hashSecret } from '#server/platform/secrets.ts'

const LENGTH = 6
const CODE = new RegExp(`^[${DEVICE_ALPHABET}]{${LENGTH}}$`)

export const createPairingCode = () => createCode(LENGTH)

/** As typed by a person; undefined when it cannot be a code. */
export function readPairingCode(typed: string): string | undefined {
  const code = readCode(typed)
  return CODE.test(code) ? code : undefined
}

export function hashPairingCode(code: string): string {
  return hashSecret(`pairing code ${code}`)
}

export function hashHandle(handle: string): string {
  return hashSecret(`pairing handle ${handle}`)
}
