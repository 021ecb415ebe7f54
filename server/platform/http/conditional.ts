// Conditional requests (RFC 9110 13): ETag, If-None-Match, If-Match.
import { hash } from 'node:crypto'

/**
 * Weak comparison: `W/` does not count, and `*` matches anything. So If-None-Match has it. If-Match would have it strong,
 * but our tags of JSON are weak, since a proxy may compress what they name: what a client read is what it may name.
 */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  const opaque = etag.replace(/^W\//, '')
  return (header.match(/(?:W\/)?"[^"]*"/g) ?? []).some(
    (candidate) => candidate.replace(/^W\//, '') === opaque,
  )
}

/** A hash of the text itself, so it changes exactly when the answer does. */
export function makeEtag(text: string | Uint8Array): string {
  return `W/"${hash('sha256', text, 'base64url').slice(0, 27)}"`
}
