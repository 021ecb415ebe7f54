// Canonical JSON (RFC 8785): the same value has the same bytes wherever it is written, and so the same hash.

export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => toCanonicalJson(item)).join(',')}]`
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error('JSON has no such number')
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = value as Readonly<Record<string, unknown>>
  let text = ''
  // By UTF-16 code units, as `sort` compares.
  for (const name of Object.keys(members).sort()) {
    const member = members[name]
    if (member !== undefined) text += `${text && ','}${JSON.stringify(name)}:${toCanonicalJson(member)}`
  }
  return `{${text}}`
}

/** SHA-256 of the canonical JSON, hexadecimal. */
export function hashCanonical(value: unknown): Promise<string> {
  return hashBytes(new TextEncoder().encode(toCanonicalJson(value)))
}

export async function hashBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
