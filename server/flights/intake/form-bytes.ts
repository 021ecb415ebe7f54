// Forms whose fields are bytes: instruments percent-encode Latin-1 as well as UTF-8, and send what they ought to escape.

/** A field as it came, and the name of the file when it is one. */
export interface Field {
  bytes: Uint8Array
  fileName?: string | undefined
}

export type Fields = ReadonlyMap<string, Field>

const MAX_FIELDS = 200
const [AMPERSAND, EQUALS, PERCENT, PLUS, BLANK] = [0x26, 0x3d, 0x25, 0x2b, 0x20]

/** The first of a name counts. Unescapes in place: a copy of a large body would be one too many. */
export function readForm(body: Uint8Array): Fields {
  const fields = new Map<string, Field>()
  for (let from = 0; from < body.length && fields.size < MAX_FIELDS;) {
    const found = body.indexOf(AMPERSAND, from)
    const end = found === -1 ? body.length : found
    const equals = body.subarray(from, end).indexOf(EQUALS)
    const middle = equals === -1 ? end : from + equals
    const name = toText(unescapeBytes(body.subarray(from, middle)))
    if (name !== '' && !fields.has(name))
      fields.set(name, { bytes: unescapeBytes(body.subarray(Math.min(middle + 1, end), end)) })
    from = end + 1
  }
  return fields
}

/** Text that is no escape stays as it is. Writes over the text; the result has its own buffer. */
function unescapeBytes(text: Uint8Array): Uint8Array {
  const bytes = text
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const byte = text[at]!
    const high = byte === PERCENT ? hexValue(text[at + 1]) : -1
    const low = high === -1 ? -1 : hexValue(text[at + 2])
    if (low === -1) {
      bytes[length++] = byte === PLUS ? BLANK : byte
      continue
    }
    bytes[length++] = high * 16 + low
    at += 2
  }
  return bytes.slice(0, length)
}

function hexValue(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
const windows1252 = new TextDecoder('windows-1252')

/** UTF-8 where it is that, else Latin-1. */
export function toText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return windows1252.decode(bytes)
  }
}

/** Undefined when it is absent or blank. */
export function findText(fields: Fields, ...names: string[]): string | undefined {
  for (const name of names) {
    const text = toText(fields.get(name)?.bytes ?? new Uint8Array()).trim()
    if (text !== '') return text
  }
  return undefined
}
