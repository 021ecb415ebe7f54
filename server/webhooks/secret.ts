// A webhook's secret is kept sealed with the installation's secret: the database alone signs nothing.
import { decryptText, encryptText } from '#server/platform/secrets.ts'

const PURPOSE = 'webhook-secret'

export function sealSecret(installationSecret: string, secret: string): Uint8Array {
  return encryptText(installationSecret, PURPOSE, secret)
}

interface Sealed {
  secret: Uint8Array
  old_secret: Uint8Array | null
  old_secret_expires_at: number | null
}

/** The current one first, then the one before it while a rotation lasts. */
export function openSecrets(installationSecret: string, sealed: Sealed, nowMs: number): string[] {
  const open = (bytes: Uint8Array) => decryptText(installationSecret, PURPOSE, bytes)
  const isOldValid = sealed.old_secret !== null && (sealed.old_secret_expires_at ?? 0) > nowMs
  return [open(sealed.secret), ...(isOldValid && sealed.old_secret ? [open(sealed.old_secret)] : [])]
}
