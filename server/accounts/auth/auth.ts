// Finds and renews the session of a request by its cookie, and checks passwords.
import type { IncomingHttpHeaders } from 'node:http'
import type { FindSession, Session } from '#server/access/session.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#server/platform/time.ts'
import { scryptHashing } from './password-hash.ts'
import {
  deriveSessionKey,
  readSessionToken,
  SESSION_SECONDS,
  sessionCookieName,
  writeSessionCookie,
} from './session-cookie.ts'
import { findSessionByToken, renewSession, type SessionRow, touchSession } from '../store.ts'

/** A session in use writes when it was last seen no more often than this. */
const LAST_SEEN_INTERVAL_MS = 5 * MINUTE_MS
const RENEW_AFTER_MS = DAY_MS
const SESSION_MS = SESSION_SECONDS * SECOND_MS

export interface Auth {
  findSession: FindSession
  /** The cookie that replaces the browser's, if the session was last renewed more than a day ago. */
  renew(headers: IncomingHttpHeaders): Promise<string | undefined>
  hashPassword(password: string): Promise<string>
  /** Takes as long without a hash: the time does not reveal whether there is one. */
  verifyPassword(password: string, hash: string | undefined): Promise<boolean>
}

export function createAuth(services: Services): Auth {
  const { db, now, passwordHashing = scryptHashing } = services
  const keys = services.secrets.map(deriveSessionKey)
  const cookieName = sessionCookieName(services)

  const findSession: FindSession = async (headers) => {
    const token = readSessionToken(headers, cookieName, keys)
    const row = token === undefined ? undefined : await findSessionByToken(db.sql, now(), token)
    if (!row) return undefined
    if (row.updated_at < now() - LAST_SEEN_INTERVAL_MS) await touchSession(db.sql, now(), row.id)
    return toSession(row)
  }
  return {
    findSession,
    renew: async (headers) => {
      const token = readSessionToken(headers, cookieName, keys)
      if (token === undefined) return undefined
      const expiresAt = now() + SESSION_MS
      const isRenewed = await renewSession(db.sql, token, { expiresAt, ifBefore: expiresAt - RENEW_AFTER_MS })
      return isRenewed ? writeSessionCookie(services, token) : undefined
    },
    hashPassword: (password) => passwordHashing.hash(password),
    verifyPassword: async (password, hash) => {
      if (hash !== undefined) return passwordHashing.verify(password, hash)
      await passwordHashing.hash(password)
      return false
    },
  }
}

function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    userId: row.user_id,
    email: row.email,
    name: row.name ?? undefined,
    provedAt: row.proved_at,
    provedBy: row.proved_by ?? undefined,
    isReviewDue: row.review_due_at !== null,
    choices: row,
  }
}
