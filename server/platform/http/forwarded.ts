// X-Forwarded-For as a trusted proxy hands it on: anybody may have written its left part. A text that is not an
// address says nothing about where a request comes from, and must not be counted, logged or shown as if it did.
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

export function dropInvalidAddresses(request: IncomingMessage): void {
  const header = request.headers['x-forwarded-for']
  if (header === undefined) return
  const addresses = [header]
    .flat()
    .join(',')
    .split(',')
    .map(toAddress)
    .filter((address) => isIP(address) !== 0)
  if (addresses.length > 0) request.headers['x-forwarded-for'] = addresses.join(', ')
  else delete request.headers['x-forwarded-for']
}

/** Without the port that some proxies add: 192.0.2.1:443, [2001:db8::1]:443. */
function toAddress(text: string): string {
  const trimmed = text.trim()
  return /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed
}
