// Binds a sign-in that waits for its second factor to the browser in which the password was entered.
import type { IncomingHttpHeaders } from 'node:http'
import type { Services } from '#server/platform/services.ts'
import { SECOND_MS } from '#server/platform/time.ts'
import { readCookie } from '#server/platform/requests/cookies.ts'
import { lifetimesMs } from '../one-time.ts'

const COOKIE = 'cloudstreet.pending'

export function writePendingCookie(services: Pick<Services, 'config'>, token: string): string {
  return writeCookie(services, token, lifetimesMs['pending-sign-in'] / SECOND_MS)
}

export function clearPendingCookie(services: Pick<Services, 'config'>): string {
  return writeCookie(services, '', 0)
}

function writeCookie({ config }: Pick<Services, 'config'>, value: string, seconds: number): string {
  const secure = config.baseUrl.startsWith('https:') ? '; Secure' : ''
  return `${COOKIE}=${value}; Max-Age=${seconds}; Path=/sign-in; HttpOnly; SameSite=Lax${secure}`
}

/** Empty when the browser has none. */
export function readPendingToken(headers: IncomingHttpHeaders): string {
  return readCookie(headers, COOKIE) ?? ''
}
