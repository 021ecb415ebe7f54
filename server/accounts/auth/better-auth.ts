// better-auth, core only: password hashes, sessions and their cookies, links for a new password.
// Its own HTTP router is not mounted: every door is one of our pages or endpoints, with our checks.
import { betterAuth } from 'better-auth/minimal'
import { createId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_SECONDS } from '#server/platform/time.ts'
import { createAuthAdapter } from './adapter.ts'
import { ADDRESS_HEADER } from './headers.ts'
import { COOKIE_PREFIX } from './session-cookie.ts'
import { PASSWORD_MAXIMUM, PASSWORD_MINIMUM } from '../passwords.ts'
import { isDisabled } from '../store.ts'

/** A session that is used lives on; one that is not ends after this. */
const SESSION_SECONDS = 30 * DAY_SECONDS
const RENEW_AFTER_SECONDS = DAY_SECONDS

export type BetterAuth = ReturnType<typeof openBetterAuth>

export function openBetterAuth(services: Services, secret: string) {
  const { config, db, now } = services
  return betterAuth({
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
      cookiePrefix: COOKIE_PREFIX,
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
}
