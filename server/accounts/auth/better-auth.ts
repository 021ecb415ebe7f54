// better-auth, core only: password hashes, and the renewal and end of sessions.
// Its HTTP router is not mounted: every route is a page or endpoint of this feature, with its own checks.
import { betterAuth } from 'better-auth/minimal'
import { createId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_SECONDS } from '#server/platform/time.ts'
import { createAuthAdapter } from './adapter.ts'
import { IP_HEADER } from './headers.ts'
import { COOKIE_PREFIX, SESSION_SECONDS } from './session-cookie.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../passwords.ts'

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
      // A cached session would stay valid after it is revoked, on every node.
      cookieCache: { enabled: false },
    },
    account: { modelName: 'identities' },
    emailAndPassword: {
      enabled: true,
      // sign-in/ creates accounts and opens sessions, each in one transaction.
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      ...(services.passwordHashing ? { password: services.passwordHashing } : {}),
    },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: config.baseUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      database: { generateId: () => createId(now()) },
      ipAddress: { ipAddressHeaders: [IP_HEADER] },
    },
  })
}
