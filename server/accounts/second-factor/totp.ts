// Codes of an authenticator app (TOTP, RFC 6238): six digits that change every 30 seconds.
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { type Binding, openSealed, reseal, seal, type Secrets } from '#server/platform/secrets.ts'

const STEP_SECONDS = 30
/** Clocks differ: the code before and the one after the present one are taken too. */
const MAX_DRIFT_STEPS = 1

export function createTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** Bound to its user: copied into another user's row, it does not open. */
const bindingOf = (userId: string): Binding => ({ purpose: 'authenticator app', id: userId })

export function sealTotpSecret(secrets: Secrets, userId: string, secret: string): Uint8Array {
  return seal(secrets, bindingOf(userId), secret)
}

export function openTotpSecret(secrets: Secrets, userId: string, sealed: Uint8Array): string {
  return openSealed(secrets, bindingOf(userId), sealed)
}

/** Undefined when it is sealed with the first secret already. */
export function resealTotpSecret(
  secrets: Secrets,
  userId: string,
  sealed: Uint8Array,
): Uint8Array | undefined {
  return reseal(secrets, bindingOf(userId), sealed)
}

function createTotp(secret: string, label = ''): TOTP {
  // SHA-1 and six digits are what every app can do.
  const fixed = { algorithm: 'SHA1', digits: 6, period: STEP_SECONDS }
  return new TOTP({ issuer: 'Cloudstreet', label, secret: Secret.fromBase32(secret), ...fixed })
}

/** The step of time whose code this is; undefined when it is none of those that are taken now. */
export function findStep(secret: string, code: string, nowMs: number): number | undefined {
  const drift = createTotp(secret).validate({ token: code, timestamp: nowMs, window: MAX_DRIFT_STEPS })
  return drift === null ? undefined : Math.floor(nowMs / 1000 / STEP_SECONDS) + drift
}

/** For a phone's camera: an image as a data URL. */
export function drawTotpSecret(secret: string, email: string): string {
  const picture = renderSVG(createTotp(secret, email).toString(), { border: 2 })
  return `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`
}
