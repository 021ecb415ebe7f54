// Redirect URIs: validated when registered, compared when used.

const MAX_LENGTH = 2000
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?((?:[/?].*)?)$/
const LOCALHOST = /^http:\/\/localhost(?::\d{1,5})?(?:[/?]|$)/
// URL parsers take a host such as `a.example;script-src`, which would end up in a Content-Security-Policy.
const PLAIN_HOST = /^(?:[a-z0-9._-]*|\[[0-9a-f:.]+\])$/i
// RFC 8252 7.1: a private-use scheme is a domain name reversed, so it has a dot.
const PRIVATE_USE_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:/i

/** The fault of a redirect URI, as the end of a sentence; undefined when it can be registered. */
export function findRedirectUriFault(uri: string): string | undefined {
  if (uri.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`
  // URL parsers accept these, each in its own way; a redirect URI is compared as text.
  if (!/^[\x21-\x7e]+$/.test(uri) || /[\\<>"^`{|}]/.test(uri))
    return 'contains characters that are not allowed in a URI'
  if (uri.includes('*')) return 'contains a wildcard; register each address by itself'
  if (uri.includes('#')) return 'contains a fragment, which is not allowed (RFC 6749 3.1.2)'
  const url = URL.parse(uri)
  if (!url) return 'is not an absolute URI'
  if (url.username || url.password) return 'contains a user name or password'
  if (!hasPlainHost(uri)) return 'has a host with characters other than letters, digits, dots and hyphens'
  if (url.protocol === 'https:') return /^https:\/\/[^/]/.test(uri) ? undefined : 'is not an absolute URI'
  if (url.protocol === 'http:') {
    return LOOPBACK.test(uri) || LOCALHOST.test(uri)
      ? undefined
      : 'uses http, which is allowed for loopback addresses only'
  }
  return PRIVATE_USE_SCHEME.test(uri)
    ? undefined
    : 'must use https, http on a loopback address, or a private-use scheme with a dot such as com.example.app'
}

/** Whether its host is letters, digits, dots and hyphens, or an IPv6 address: then it can be in a header. */
export function hasPlainHost(uri: string): boolean {
  return PLAIN_HOST.test(URL.parse(uri)?.hostname ?? ';')
}

/** Compared exactly, as text; a loopback address may have any port: a desktop app takes a free one (RFC 8252 7.3). */
export function matchesRedirectUri(registered: string, requested: string): boolean {
  if (registered === requested) return true
  const [, host, , rest] = LOOPBACK.exec(registered) ?? []
  const [, requestedHost, port, requestedRest] = LOOPBACK.exec(requested) ?? []
  if (host === undefined || requestedHost === undefined) return false
  return host === requestedHost && rest === requestedRest && Number(port ?? 80) <= 65_535
}

/** Whether it leads to a program on the same computer. */
export function isLoopback(uri: string): boolean {
  return LOOPBACK.test(uri) || LOCALHOST.test(uri)
}

/**
 * The same for a client that describes itself: its document cannot know the port that its program gets, so localhost
 * without a port is any port, too.
 */
export function matchesDocumentUri(listed: string, requested: string): boolean {
  if (matchesRedirectUri(listed, requested)) return true
  const [host] = /^http:\/\/localhost(?=[/?]|$)/.exec(listed) ?? []
  return host !== undefined && listed === requested.replace(/^(http:\/\/localhost):\d{1,5}(?=[/?]|$)/, '$1')
}

/** The target of a consent: the origin, or an app's scheme. A loopback address counts without its port. */
export function toRedirectOrigin(uri: string): string {
  const { protocol, hostname, origin } = new URL(uri)
  if (protocol === 'https:') return origin
  return protocol === 'http:' ? `http://${hostname}` : protocol
}

/** Adds the response to the redirect URI's query, which is kept (RFC 6749 3.1.2). */
export function addToQuery(uri: string, parameters: Record<string, string | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.append(name, value)
  if (query.size === 0) return uri
  const separator = !uri.includes('?') ? '?' : /[?&]$/.test(uri) ? '' : '&'
  return `${uri}${separator}${query.toString()}`
}

/**
 * The source for the page's `form-action`, which browsers apply to the redirect after the form, too. It cannot name an
 * IPv6 address, so for that one it names the scheme.
 */
export function toFormAction(uri: string): string {
  const url = new URL(uri)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return url.protocol
  return url.hostname.startsWith('[') ? url.protocol : url.origin
}
