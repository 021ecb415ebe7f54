import type { IncomingHttpHeaders } from 'node:http'

export function readCookie(headers: IncomingHttpHeaders, cookieName: string): string | undefined {
  for (const part of (headers.cookie ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2)
    if (name !== cookieName || value === undefined) continue
    try {
      return decodeURIComponent(value)
    } catch {
      return undefined
    }
  }
  return undefined
}
