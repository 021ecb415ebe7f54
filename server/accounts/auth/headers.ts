import type { IncomingHttpHeaders } from 'node:http'

/** Set here from the connection, so that nobody can claim another IP address by sending a header. */
export const IP_HEADER = 'x-cloudstreet-address'
const MAX_USER_AGENT_LENGTH = 300

/** What better-auth gets to see of a request: cookie, user agent, IP address. */
export function toAuthHeaders(request: { headers: IncomingHttpHeaders; ip: string }): Headers {
  const headers = new Headers({ [IP_HEADER]: request.ip })
  for (const name of ['cookie', 'user-agent'] as const) {
    const value = request.headers[name]
    if (value !== undefined)
      headers.set(name, name === 'user-agent' ? value.slice(0, MAX_USER_AGENT_LENGTH) : value)
  }
  return headers
}
