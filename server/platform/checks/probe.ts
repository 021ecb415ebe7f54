// A request by which the service looks at itself from outside: signed, so only the operator's own programs learn what the
// node sees of a request.
import { createHmac } from 'node:crypto'
import { equalInConstantTime, type Secrets } from '../secrets.ts'
import { MINUTE_MS } from '../time.ts'

export const PROBE_HEADER = 'x-cloudstreet-doctor'
const VALID_MS = 15 * MINUTE_MS

export interface SeenRequest {
  /** Such as https://example.org, after the headers of trusted proxies. */
  origin: string
  /** Of the client, after the headers of trusted proxies. */
  address: string
  /** It came with X-Forwarded-For or X-Forwarded-Proto, trusted or not. */
  isForwarded: boolean
}

const sign = (secret: string, at: string) => createHmac('sha256', secret).update(`doctor:${at}`).digest('hex')

export function signProbe([secret]: Secrets, nowMs: number): string {
  return `${nowMs}.${sign(secret, String(nowMs))}`
}

export function isProbe(secrets: Secrets, nowMs: number, given: unknown): boolean {
  if (typeof given !== 'string') return false
  const [at = '', signature = ''] = given.split('.')
  if (!(Math.abs(nowMs - Number(at)) < VALID_MS)) return false
  return secrets.some((secret) => equalInConstantTime(signature, sign(secret, at)))
}
