// A browser on which a user has signed in before carries a cookie that says so. It opens nothing: it only keeps
// strangers who guess at the password from making the user wait.
import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { equalInConstantTime, signText } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_SECONDS } from '#server/platform/time.ts'
import { readCookie } from '#server/platform/requests/cookies.ts'

const MAX_AGE_SECONDS = 365 * DAY_SECONDS
/** A family shares a tablet. */
const MAX_USERS = 5

type Site = Pick<Services, 'config' | 'secret'>

function cookieName({ config }: Pick<Services, 'config'>): string {
  return `${config.baseUrl.startsWith('https:') ? '__Host-' : ''}cloudstreet.device`
}

/** The device's name, if the user with this email has signed in on it before. */
export function findKnownDevice(site: Site, request: FastifyRequest, email: string): string | undefined {
  const entry = readEntries(site, request).find(({ device, proof }) =>
    equalInConstantTime(proof, sign(site, email, device)),
  )
  return entry?.device
}

/** The cookie after a sign-in: this user's entry first. */
export function rememberDevice(site: Site, request: FastifyRequest, email: string): string {
  const others = readEntries(site, request).filter(
    ({ device, proof }) => !equalInConstantTime(proof, sign(site, email, device)),
  )
  const device = randomBytes(12).toString('base64url')
  const entries = [{ device, proof: sign(site, email, device) }, ...others].slice(0, MAX_USERS)
  const value = entries.map((entry) => `${entry.device}.${entry.proof}`).join('~')
  const secure = site.config.baseUrl.startsWith('https:') ? '; Secure' : ''
  return `${cookieName(site)}=${value}; Path=/; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${secure}`
}

function readEntries(site: Site, request: FastifyRequest): { device: string; proof: string }[] {
  return (readCookie(request.headers, cookieName(site)) ?? '')
    .split('~')
    .slice(0, MAX_USERS)
    .flatMap((text) => {
      const [, device, proof] = /^([\w-]{16})\.([\w-]{43})$/.exec(text) ?? []
      return device && proof ? [{ device, proof }] : []
    })
}

function sign({ secret }: Site, email: string, device: string): string {
  return signText(secret, 'known-device', `${email.trim().toLowerCase()}:${device}`)
}
