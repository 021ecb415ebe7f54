// Canonical JSON (RFC 8785): the same value has the same bytes wherever it is written, and so the same hash.

export const toCanonicalJson = (value: unknown): string => JSON.stringify(sortMembers(value))

/** Objects keep these apart from their other members. No rule and no proof has any. */
const unsortable = /^(?:\d+|__proto__)$/

/** A copy: the engine writes it, much faster than a program could. */
function sortMembers(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error('JSON has no such number')
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => sortMembers(item))
  const members = value as Readonly<Record<string, unknown>>
  const sorted: Record<string, unknown> = {}
  // By UTF-16 code units, as `sort` compares.
  for (const name of Object.keys(members).sort()) {
    if (unsortable.test(name)) throw new Error(`Canonical JSON has no member ${name} here`)
    sorted[name] = sortMembers(members[name])
  }
  return sorted
}

/** SHA-256 of the canonical JSON, hexadecimal. */
export function hashCanonical(value: unknown): Promise<string> {
  return hashBytes(new TextEncoder().encode(toCanonicalJson(value)))
}

export async function hashBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
