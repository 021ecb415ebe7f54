// Reads the session cookie that better-auth sets, and writes it as better-auth does.
import { createHmac, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { deriveKey, equalInConstantTime } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_SECONDS } from '#server/platform/time.ts'

export const COOKIE_PREFIX = 'cloudstreet'

export function deriveAuthSecret(services: Pick<Services, 'secret'>): string {
  return deriveKey(services.secret, 'better-auth').toString('base64url')
}

/** The name that better-auth gives it. */
export function sessionCookieName({ config }: Pick<Services, 'config'>): string {
  return `${config.baseUrl.startsWith('https:') ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`
}

/** The cookie is `token.signature`: a token alone, such as from a stolen copy of the database, is worth nothing. */
export function readSessionToken(
  headers: IncomingHttpHeaders,
  cookieName: string,
  secrets: readonly string[],
): string | undefined {
  const value = readCookie(headers, cookieName)
  const [, token, signature] = /^([A-Za-z0-9]+)\.(.+)$/.exec(value ?? '') ?? []
  if (!token || !signature) return undefined
  const isSigned = secrets.some((secret) => equalInConstantTime(signature, signSessionToken(token, secret)))
  return isSigned ? token : undefined
}

export function signSessionToken(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('base64')
}

/** A session expires when it has not been used for this long. */
export const SESSION_SECONDS = 30 * DAY_SECONDS

export function createSessionToken(): string {
  return randomBytes(24).toString('hex')
}

/** The header that gives a browser its session. */
export function writeSessionCookie(services: Pick<Services, 'config' | 'secret'>, token: string): string {
  const value = encodeURIComponent(`${token}.${signSessionToken(token, deriveAuthSecret(services))}`)
  const secure = services.config.baseUrl.startsWith('https:') ? '; Secure' : ''
  return `${sessionCookieName(services)}=${value}; Max-Age=${SESSION_SECONDS}; Path=/; HttpOnly${secure}; SameSite=Lax`
}

export function readCookie(headers: IncomingHttpHeaders, cookieName: string): string | undefined {
  for (const part of (headers.cookie ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2)
    if (name !== cookieName || value === undefined) continue
    try {
      return decodeURIComponent(value)
    } catch {
      return undefined
    }
  }
  return undefined
}
