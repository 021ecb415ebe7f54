// A webhook's secret is encrypted with the installation's secret: the database alone is not enough to sign.
import { decryptText, encryptText } from '#server/platform/secrets.ts'

const PURPOSE = 'webhook-secret'

export function encryptSecret(installationSecret: string, secret: string): Uint8Array {
  return encryptText(installationSecret, PURPOSE, secret)
}

interface EncryptedSecrets {
  secret: Uint8Array
  old_secret: Uint8Array | null
  old_secret_expires_at: number | null
}

/** The current secret first; during a rotation also the old one. */
export function decryptSecrets(
  installationSecret: string,
  encrypted: EncryptedSecrets,
  nowMs: number,
): string[] {
  const decrypt = (bytes: Uint8Array) => decryptText(installationSecret, PURPOSE, bytes)
  const isOldValid = encrypted.old_secret !== null && (encrypted.old_secret_expires_at ?? 0) > nowMs
  return [
    decrypt(encrypted.secret),
    ...(isOldValid && encrypted.old_secret ? [decrypt(encrypted.old_secret)] : []),
  ]
}
