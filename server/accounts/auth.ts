// Who is signed in, from the session's cookie alone. better-auth, which makes sessions and checks passwords, is loaded
// when somebody signs in: it takes a third of a start, and most processes never need it.
import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FindSession, Session } from '#server/access/session.ts'
import { deriveKey, equalInConstantTime } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import type { BetterAuth } from './better-auth.ts'
import { findSessionByToken, touchSession } from './store.ts'

/** How exactly it is known when a session was last seen. */
const SEEN_EVERY_MS = 300_000
export const COOKIE_PREFIX = 'cloudstreet'
/** Set by us from the connection: a visitor's own X-Forwarded-For is not believed. */
export const ADDRESS_HEADER = 'x-cloudstreet-address'

export interface Auth {
  findSession: FindSession
  /** Loaded with the first call. */
  open(): Promise<BetterAuth>
  hashPassword(password: string): Promise<string>
}

export function createAuth(services: Services): Auth {
  const { db, now } = services
  const secret = deriveAuthSecret(services)
  const cookieName = sessionCookieName(services)
  let opened: Promise<BetterAuth> | undefined

  const findSession: FindSession = async (headers) => {
    const token = readSessionToken(headers, cookieName, secret)
    const row = token === undefined ? undefined : await findSessionByToken(db.sql, now(), token)
    if (!row) return undefined
    if (row.updated_at < now() - SEEN_EVERY_MS) await touchSession(db.sql, now(), row.id)
    return toSession(row)
  }
  const load = async () => (await import('./better-auth.ts')).openBetterAuth(services, secret)
  const open = () => (opened ??= load())
  return {
    findSession,
    open,
    hashPassword: async (password) => (await (await open()).$context).password.hash(password),
  }
}

export function deriveAuthSecret(services: Pick<Services, 'secret'>): string {
  return deriveKey(services.secret, 'better-auth').toString('base64url')
}

/** As better-auth names it. */
export function sessionCookieName({ config }: Pick<Services, 'config'>): string {
  return `${config.baseUrl.startsWith('https:') ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`
}

function toSession(row: { id: string; user_id: string; email: string; name: string | null }): Session {
  return { id: row.id, userId: row.user_id, email: row.email, name: row.name ?? undefined }
}

/** The cookie is `token.signature`; the token alone, such as from a copy of the database, opens nothing. */
export function readSessionToken(
  headers: IncomingHttpHeaders,
  cookieName: string,
  secret: string,
): string | undefined {
  const value = readCookie(headers, cookieName)
  const [, token, signature] = /^([A-Za-z0-9]+)\.(.+)$/.exec(value ?? '') ?? []
  if (!token || !signature) return undefined
  return equalInConstantTime(signature, signSessionToken(token, secret)) ? token : undefined
}

export function signSessionToken(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('base64')
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

/** What better-auth may know of a request: cookie, browser, address. */
export function toAuthHeaders(request: { headers: IncomingHttpHeaders; ip: string }): Headers {
  const headers = new Headers({ [ADDRESS_HEADER]: request.ip })
  for (const name of ['cookie', 'user-agent'] as const) {
    const value = request.headers[name]
    if (value !== undefined) headers.set(name, name === 'user-agent' ? value.slice(0, 300) : value)
  }
  return headers
}
