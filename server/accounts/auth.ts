// better-auth, core only: password hashes, sessions and their cookies, links for a new password.
// Its own HTTP router is not mounted: every door is one of our pages or endpoints, with our checks.
import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { betterAuth } from 'better-auth/minimal'
import type { FindSession, Session } from '#server/access/session.ts'
import { createId } from '#server/platform/ids.ts'
import { deriveKey, equalInConstantTime } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import { createAuthAdapter } from './adapter.ts'
import { PASSWORD_MAXIMUM, PASSWORD_MINIMUM } from './passwords.ts'
import { findSessionByToken, isDisabled, touchSession } from './store.ts'

/** A session that is used lives on; one that is not ends after this. */
const SESSION_SECONDS = 30 * 86_400
const RENEW_AFTER_SECONDS = 86_400
/** How exactly it is known when a session was last seen. */
const SEEN_EVERY_MS = 300_000
/** Set by us from the connection: a visitor's own X-Forwarded-For is not believed. */
const ADDRESS_HEADER = 'x-cloudstreet-address'

export type Auth = ReturnType<typeof createAuth>

export function createAuth(services: Services) {
  const { config, db, now } = services
  const secret = deriveKey(services.secret, 'better-auth').toString('base64url')
  const auth = betterAuth({
    appName: 'Cloudstreet',
    baseURL: config.baseUrl,
    secret,
    database: createAuthAdapter(db),
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message, ...details: unknown[]) => services.log.error({ err: details[0] }, message),
    },
    user: { modelName: 'users' },
    session: {
      modelName: 'sessions',
      expiresIn: SESSION_SECONDS,
      updateAge: RENEW_AFTER_SECONDS,
      // A cookie that proves itself would outlive the session's end on every node.
      cookieCache: { enabled: false },
    },
    account: { modelName: 'identities' },
    verification: { modelName: 'verifications', storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      // Accounts are made by sign-up.ts, in one transaction.
      disableSignUp: true,
      minPasswordLength: PASSWORD_MINIMUM,
      maxPasswordLength: PASSWORD_MAXIMUM,
      requireEmailVerification: services.mail.isConfigured,
      revokeSessionsOnPasswordReset: true,
    },
    advanced: {
      cookiePrefix: 'cloudstreet',
      useSecureCookies: config.baseUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      database: { generateId: () => createId(now()) },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    databaseHooks: {
      session: {
        create: {
          // A disabled user is refused like a wrong password: after the same work, with the same words.
          before: async (session) => ((await isDisabled(db.sql, session.userId)) ? false : undefined),
        },
      },
    },
  })

  const findSession: FindSession = async (headers) => {
    const context = await auth.$context
    const token = readSessionToken(headers, context.authCookies.sessionToken.name, secret)
    const row = token === undefined ? undefined : await findSessionByToken(db.sql, now(), token)
    if (!row) return undefined
    if (row.updated_at < now() - SEEN_EVERY_MS) await touchSession(db.sql, now(), row.id)
    return toSession(row)
  }

  return Object.assign(auth, { findSession })
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
  const expected = createHmac('sha256', secret).update(token).digest('base64')
  return equalInConstantTime(signature, expected) ? token : undefined
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
