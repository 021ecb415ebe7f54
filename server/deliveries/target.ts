// Restricts where the service sends on behalf of others: to public addresses, over TLS.
import { isIP } from 'node:net'
import {
  ForbiddenAddressError,
  requireAllowedLiteral,
  resolveAllowed,
} from '#server/platform/outgoing/addresses.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { createResolver, ResolveError, type ResolveName } from '#server/platform/resolver.ts'

const MAX_URL_LENGTH = 2048

/** Any address of the web: of a webhook to which nothing is sent. */
export function requireUrl(text: string): URL {
  const url = URL.parse(text)
  if (!url || text.length > MAX_URL_LENGTH)
    throw invalidRequest(`url must be a valid URL of at most ${MAX_URL_LENGTH} characters.`)
  if (!['https:', 'http:'].includes(url.protocol)) throw invalidRequest('url must start with https://.')
  if (url.username || url.password) throw invalidRequest('url must not contain a user name or password.')
  url.hash = ''
  return url
}

const ON_THIS_MACHINE =
  ' For a receiver on your own machine use "cloudstreet listen", or a server of your own with WEBHOOK_ALLOW_PRIVATE=true.'

function isThisMachine({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}

const notPublic = () =>
  invalidRequest('url must point to a public address, not to a private, loopback or link-local one.')

/** Before something is sent to it. A name is looked up and checked when connecting, the protocol only here. */
export function requireSecureUrl(text: string, allowPrivate: boolean): URL {
  const url = requireUrl(text)
  if (url.protocol !== 'https:' && !allowPrivate) {
    throw invalidRequest(`url must start with https://.${isThisMachine(url) ? ON_THIS_MACHINE : ''}`)
  }
  try {
    requireAllowedLiteral(url, allowPrivate)
  } catch {
    throw notPublic()
  }
  return url
}

/** Returns the URL in its normal form (URL turns 0x7f.1 and 2130706433 into 127.0.0.1) if it may be registered. */
export async function requireTarget(
  text: string,
  allowPrivate: boolean,
  resolve: ResolveName = createResolver(),
): Promise<string> {
  const url = requireSecureUrl(text, allowPrivate)
  try {
    await requireAllowedName(url, allowPrivate, resolve)
  } catch (error) {
    if (error instanceof ForbiddenAddressError) throw notPublic()
    throw invalidRequest('The host of url cannot be found.')
  }
  return url.href
}

async function requireAllowedName(url: URL, allowPrivate: boolean, resolve: ResolveName): Promise<void> {
  const name = url.hostname
  // A receiver in the operator's network may be started after it is registered.
  if (allowPrivate || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0) return
  try {
    await resolveAllowed(name, allowPrivate, resolve)
  } catch (error) {
    // Slow name servers do not prevent a registration: addresses are checked again when connecting.
    if (!(error instanceof ResolveError && error.code === 'ETIMEOUT')) throw error
  }
}
