// One request of the instrument, as the gate saw it.
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import type { DialectName } from '../dialects.ts'

export interface Exchange {
  /** Of this process's clock, in milliseconds. */
  at: number
  /** When the answer was given or the connection closed. */
  endedAt: number
  /** Undefined for a request that is no upload. */
  dialect: DialectName | undefined
  method: string
  path: string
  /** At the other host, to which the service redirects. */
  isElsewhere: boolean
  userAgent: string | undefined
  hasSecret: boolean
  /** The same for the same flight, in whatever form it is sent. */
  flight: string
  /** The answer that was given whole; undefined when there was none. */
  status: number | undefined
  body: string
  isSuccess: boolean
  /** The answer broke off, and its status had said 201. */
  hasBegun: boolean
}

/** The fixes of a flight are letters and digits alone: no encoding of a form changes them. */
const FIXES = /B\d{13}[NS]\d{8}[EW][AV]/g

export function readFlight(sent: Buffer): string {
  const bytes = sent[0] === 0x1f && sent[1] === 0x8b ? tryToInflate(sent) : sent
  const fixes = bytes.toString('latin1').match(FIXES)
  return createHash('sha256')
    .update(fixes ? fixes.join('') : bytes)
    .digest('hex')
}

function tryToInflate(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes)
  } catch {
    return bytes
  }
}

/** A password may come with or without its dashes. */
export function holdsSecret(text: string, secrets: readonly string[]): boolean {
  const bare = text.replaceAll('-', '')
  return secrets.some((secret) => bare.includes(secret.replaceAll('-', '')))
}
