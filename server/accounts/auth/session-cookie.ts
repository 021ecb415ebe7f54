// The cookie of a browser that is signed in: `token.signature`.
import { createHmac, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { readCookie } from '#server/platform/requests/cookies.ts'
import { deriveKey, equalInConstantTime } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_SECONDS } from '#server/platform/time.ts'

/** Cookies of earlier releases are signed with a key that is derived for this purpose. */
const KEY_PURPOSE = 'better-auth'

export function deriveSessionKey(secret: string): string {
  return deriveKey(secret, KEY_PURPOSE).toString('base64url')
}

export function sessionCookieName({ config }: Pick<Services, 'config'>): string {
  return `${config.baseUrl.startsWith('https:') ? '__Secure-' : ''}cloudstreet.session_token`
}

/** Only a signed one: a token from a stolen copy of the database is worth nothing. */
export function readSessionToken(
  headers: IncomingHttpHeaders,
  cookieName: string,
  keys: readonly string[],
): string | undefined {
  const value = readCookie(headers, cookieName)
  const [, token, signature] = /^([A-Za-z0-9]+)\.(.+)$/.exec(value ?? '') ?? []
  if (!token || !signature) return undefined
  const isSigned = keys.some((key) => equalInConstantTime(signature, sign(token, key)))
  return isSigned ? token : undefined
}

function sign(token: string, key: string): string {
  return createHmac('sha256', key).update(token).digest('base64')
}

/** A session expires when it has not been used for this long. */
export const SESSION_SECONDS = 30 * DAY_SECONDS

export function createSessionToken(): string {
  return randomBytes(24).toString('hex')
}

/** The header that gives a browser its session. */
export function writeSessionCookie(services: Pick<Services, 'config' | 'secret'>, token: string): string {
  const signature = sign(token, deriveSessionKey(services.secret))
  return writeCookie(services, encodeURIComponent(`${token}.${signature}`), SESSION_SECONDS)
}

export function clearSessionCookie(services: Pick<Services, 'config'>): string {
  return writeCookie(services, '', 0)
}

function writeCookie(services: Pick<Services, 'config'>, value: string, seconds: number): string {
  const secure = services.config.baseUrl.startsWith('https:') ? '; Secure' : ''
  return `${sessionCookieName(services)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly${secure}; SameSite=Lax`
}
