// Finds the session of a request by its cookie. better-auth, which creates sessions and checks passwords, is loaded by
// the first sign-in: loading it takes a third of the start-up time, and most processes never need it.
import type { FindSession, Session } from '#server/access/session.ts'
import type { Services } from '#server/platform/services.ts'
import { MINUTE_MS } from '#server/platform/time.ts'
import type { BetterAuth } from './better-auth.ts'
import { deriveAuthSecret, readSessionToken, sessionCookieName } from './session-cookie.ts'
import { findSessionByToken, type SessionRow, touchSession } from '../store.ts'

/** A session in use writes when it was last seen no more often than this. */
const LAST_SEEN_INTERVAL_MS = 5 * MINUTE_MS

export interface Auth {
  findSession: FindSession
  /** Loads better-auth with the first call. */
  open(): Promise<BetterAuth>
  hashPassword(password: string): Promise<string>
  /** Takes as long without a hash, so that nobody learns whether there is one. */
  verifyPassword(password: string, hash: string | undefined): Promise<boolean>
}

export function createAuth(services: Services): Auth {
  const { db, now } = services
  const secret = deriveAuthSecret(services)
  const secrets = services.secrets.map((one) => deriveAuthSecret({ secret: one }))
  const cookieName = sessionCookieName(services)
  let opened: Promise<BetterAuth> | undefined

  const findSession: FindSession = async (headers) => {
    const token = readSessionToken(headers, cookieName, secrets)
    const row = token === undefined ? undefined : await findSessionByToken(db.sql, now(), token)
    if (!row) return undefined
    if (row.updated_at < now() - LAST_SEEN_INTERVAL_MS) await touchSession(db.sql, now(), row.id)
    return toSession(row)
  }
  const load = async () => (await import('./better-auth.ts')).openBetterAuth(services, secret)
  const open = () => (opened ??= load())
  return {
    findSession,
    open,
    hashPassword: async (password) => (await readPasswords(open)).hash(password),
    verifyPassword: async (password, hash) => {
      const passwords = await readPasswords(open)
      if (hash !== undefined) return passwords.verify({ hash, password })
      await passwords.hash(password)
      return false
    },
  }
}

async function readPasswords(open: () => Promise<BetterAuth>) {
  return (await (await open()).$context).password
}

function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    userId: row.user_id,
    email: row.email,
    name: row.name ?? undefined,
    provedAt: row.proved_at,
    isReviewDue: row.review_due_at !== null,
  }
}
