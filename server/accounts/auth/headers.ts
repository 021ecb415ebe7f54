import type { IncomingHttpHeaders } from 'node:http'

/** Set by us from the connection: a visitor's own X-Forwarded-For is not believed. */
export const ADDRESS_HEADER = 'x-cloudstreet-address'

/** What better-auth may know of a request: cookie, browser, address. */
export function toAuthHeaders(request: { headers: IncomingHttpHeaders; ip: string }): Headers {
  const headers = new Headers({ [ADDRESS_HEADER]: request.ip })
  for (const name of ['cookie', 'user-agent'] as const) {
    const value = request.headers[name]
    if (value !== undefined) headers.set(name, name === 'user-agent' ? value.slice(0, 300) : value)
  }
  return headers
}
